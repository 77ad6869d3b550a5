import { expect, it } from 'vitest';
import { nodeHashes } from '../../cli/commands/token-command.ts';
import type { Contract } from '../../schemas/contract.ts';
import { loadRequests } from '../planned-request.ts';
import { probeMaker } from '../space/circumstances.ts';
import { saltedBody } from '../space/data-text.ts';
import { dataIndex, drawnFor, isUsual, type RequestSlot, requestDrawer } from './load-requests.ts';
import { timetable } from './timetable.ts';

const token = 'token-0123456789';
const data = { refusedClasses: [], seed: 7, roundTrip: { floorMs: 0.1, p95Ms: 0.1 } };
const virtualUsers = 16;
const { at, calls } = timetable({ rate: 425, shape: 'steady', warmUpMs: 1000, measureMs: 30_000 });

/** Makes the request of the n-th call, as one of the virtual users sends it. */
function requests(contract: Contract = { version: 1 }) {
  const drawing = loadRequests(token, data, contract, () => probeMaker(token, 7, nodeHashes, {}));
  const draw = requestDrawer(drawing, { virtualUsers }, 7);
  const drawn: Record<string, ReturnType<typeof draw>> = {};
  return (slot: RequestSlot, number: number) => {
    const [user, place] = [number % virtualUsers, Math.floor(number / virtualUsers) % drawnFor[slot]];
    drawn[`${slot} ${user} ${place}`] ??= draw(slot, user, place);
    const { request, body } = drawn[`${slot} ${user} ${place}`] as ReturnType<typeof draw>;
    return { ...request, body: body && saltedBody(body, dataIndex(at(number)), 7) };
  };
}

it('sends other data in each encrypt call, unless it is too short to differ', () => {
  const requestFor = requests();
  const bodies = Array.from({ length: calls }, (_, number) => requestFor('encrypt', number).body ?? '');
  const long = bodies.filter((body) => JSON.parse(body).data.length >= 40 && !/(.)\1{30}/.test(body));
  expect(long.length).toBeGreaterThan(calls / 2);
  expect(new Set(long).size).toBe(long.length);
});

it('has as many kinds of data as all virtual users draw, and every wrong credential', () => {
  const requestFor = requests();
  const asked = Array.from({ length: calls }, (_, number) => number);
  const points = new Set(asked.map((number) => JSON.stringify(requestFor('encrypt', number).point)));
  const credentials = asked.map((number) => requestFor('probe', number).authorization.credential);
  expect(points.size).toBeGreaterThanOrEqual(150);
  for (const credential of ['absent', 'empty', 'scheme', 'made-up'])
    expect(credentials.filter((one) => one === credential).length).toBeGreaterThan(calls / 20);
});

it('asks user in one of four probes if the contract says that it needs the token', () => {
  const askedWith = (contract: Contract) => {
    const requestFor = requests(contract);
    const probes = Array.from({ length: calls }, (_, number) => requestFor('probe', number));
    return probes.filter(({ endpoint }) => endpoint !== 'encrypt');
  };
  expect(askedWith({ version: 1, token: { notRequired: ['user'], required: ['sync', 'backup'] } })).toEqual(
    [],
  );
  const ofUser = askedWith({ version: 1, token: { required: ['user'] } });
  expect(ofUser.length / calls).toBeGreaterThan(0.15);
  expect(ofUser.length / calls).toBeLessThan(0.35);
  const kinds = new Set(
    ofUser.map(({ endpoint, authorization }) => `${endpoint} ${authorization.credential}`),
  );
  expect([...kinds].toSorted()).toEqual(['user absent', 'user made-up']);
  expect(
    ofUser.every(({ authorization: { elsewhere, header } }) => !elsewhere && header !== `Bearer ${token}`),
  ).toBe(true);
});

it('lets no glance decide about an answer of another target than the document’s, or for another algorithm', () => {
  const path = '/api/v1/encrypt/';
  const usual = requests()('encrypt', 0);
  const unusual = [
    { ...usual, path },
    { ...usual, otherAlgorithm: 'ROT13' },
  ];
  expect([usual, ...unusual].map(isUsual)).toEqual([true, false, false]);
});
