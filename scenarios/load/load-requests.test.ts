import { expect, it } from 'vitest';
import { nodeHashes } from '../../cli/commands/token-command.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { loadRequests } from '../planned-request.ts';
import { probeMaker } from '../space/probes.ts';

import { requestOfCall, requestsOfUser } from './load-requests.ts';
import { timetable, turnOf } from './timetable.ts';

const token = 'token-0123456789';
const data = { refusedClasses: [], seed: 7, roundTrip: { floorMs: 0.1, p95Ms: 0.1 } };
const virtualUsers = 16;
const { at, calls } = timetable({ rate: 425, shape: 'steady', warmUpMs: 1000, measureMs: 30_000 });

/** The requests of all virtual users. */
function requests(): ReturnType<typeof requestsOfUser> {
  const drawing = loadRequests(token, data, { version: 1 }, probeMaker(token, 7, nodeHashes, {}));
  const ofUsers = Array.from({ length: virtualUsers }, (_, user) =>
    requestsOfUser(drawing, user, { virtualUsers }, 7),
  );
  return (slot, call) => {
    const [own = requests()] = ofUsers.slice(turnOf(call.number, virtualUsers, 7).user);
    return own(slot, call);
  };
}

it.each(['encrypt', 'probe'] as const)(
  'makes the %s call of a number again from the number alone',
  (slot) => {
    const [one, other] = [requests(), requests()];
    for (let number = 0; number < calls; number += 7) one(slot, at(number));
    for (let number = 3; number < calls; number += 401)
      expect(JSON.stringify(one(slot, at(number)))).toBe(JSON.stringify(other(slot, at(number))));
  },
);

it('makes a valid call again as its virtual user made it, without the other requests of that user', () => {
  const drawing = loadRequests(token, data, { version: 1 }, probeMaker(token, 7, nodeHashes, {}));
  const requestFor = requests();
  for (const endpoint of endpointNames)
    for (let number = 3; number < calls; number += 401)
      expect(requestOfCall(drawing, endpoint, at(number), { virtualUsers }, 7)).toEqual(
        requestFor(endpoint, at(number)),
      );
});

it('sends other data in each encrypt call, unless it is too short to differ', () => {
  const requestFor = requests();
  const bodies = Array.from({ length: calls }, (_, number) => requestFor('encrypt', at(number)).body ?? '');
  const long = bodies.filter((body) => JSON.parse(body).data.length >= 40 && !/(.)\1{30}/.test(body));
  expect(long.length).toBeGreaterThan(calls / 2);
  expect(new Set(long).size).toBe(long.length);
});

it('has as many kinds of data as all virtual users draw, and every wrong credential', () => {
  const requestFor = requests();
  const asked = Array.from({ length: calls }, (_, number) => at(number));
  const points = new Set(asked.map((call) => JSON.stringify(requestFor('encrypt', call).point)));
  const credentials = asked.map((call) => requestFor('probe', call).authorization.credential);
  expect(points.size).toBeGreaterThan(200);
  for (const credential of ['absent', 'empty', 'scheme', 'made-up'])
    expect(credentials.filter((one) => one === credential).length).toBeGreaterThan(calls / 20);
});
