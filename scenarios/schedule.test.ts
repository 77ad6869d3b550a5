import { describe, expect, it } from 'vitest';
import { groupedBy } from '../checks/add-up.ts';
import type { Contract } from '../schemas/contract.ts';
import { preflightPlan, profiles } from '../schemas/profiles.ts';
import { askedWith } from '../tests/asked.ts';
import { conformanceSchedule, type Item } from './conformance/schedule.ts';
import { encryptBody } from './payloads.ts';
import type { PlannedRequest } from './planned-request.ts';
import { charactersTried, datesAndNumbers, plainest } from './space/data-levels.ts';

const token = 'eyJhbGciOi.token-with-Case.0123456789';
const [quick, standard] = profiles;
if (quick === undefined || standard === undefined) throw new Error('no profile');
const schedule = conformanceSchedule(standard.conformance, askedWith(token, 1));
const probesOf = (items: readonly Item[]) =>
  items.flatMap(({ request }) => (request.twin === undefined ? [] : [request]));
const allOf = (items: readonly Item[]) =>
  items.flatMap(({ request }) => [request, request.twin ?? []].flat());
const probes = probesOf(schedule);
const dataOf = ({ body }: PlannedRequest): string => JSON.parse(body ?? '').data;
const isOfToken = ({ authorization }: PlannedRequest) => authorization.credential === 'token';
const isOf = (credential: string) => (request: PlannedRequest) =>
  request.authorization.credential === credential && request.endpoint === 'encrypt';

describe('the conformance schedule', () => {
  it('asks as often as planned, and in a standard run at most 7,000 times, with a hundred calls to spare', () => {
    const { user, encrypt, sync, absent, empty, scheme, madeUp } = standard.conformance;
    const all = allOf(schedule);
    const count = (credential: string) =>
      all.filter((one) => isOf(credential)(one) || (credential === 'token' && isOfToken(one))).length;
    const planned = [absent, empty, scheme, madeUp];
    expect(['absent', 'empty', 'scheme', 'made-up'].map(count)).toEqual(planned);
    expect(count('token')).toBe(user + sync + encrypt + planned.reduce((sum, one) => sum + one));
    expect(all.length).toBeLessThanOrEqual(6800);
  });

  it('has every kind in every tenth of it, so that a run that is cut short has a share of each', () => {
    const tenth = Math.floor(schedule.length / 10);
    for (let part = 0; part < 10; part += 1) {
      const asked = schedule.slice(part * tenth, (part + 1) * tenth);
      const kinds = new Set(
        asked.map(({ request }) => `${request.endpoint} ${request.authorization.credential}`),
      );
      expect([...kinds].filter((kind) => !/^encrypt token|^(user|sync) absent/.test(kind)).length).toBe(6);
    }
  });

  it('has with each probe the same request with the token', () => {
    for (const request of probes) {
      const { twin } = request;
      expect(twin?.authorization.header).toBe(`Bearer ${token}`);
      expect(twin?.authorization.elsewhere).toBeUndefined();
      expect([twin?.body, twin?.circumstance, twin?.sendsCookies]).toEqual([
        request.body,
        request.circumstance,
        request.sendsCookies,
      ]);
      const names = (one: PlannedRequest | undefined) => Object.keys(one?.headers ?? {});
      expect(names(request)).toEqual(expect.arrayContaining(names(twin)));
      expect([undefined, '/api/v1/encrypt?x=1']).toContain(twin?.path);
      if (request.point?.target === 'a query') expect(twin?.path).toBe(request.path);
      const isOfProbes = request.variety.includes(', with ');
      if (!isOfProbes) expect([twin?.path, twin?.headers]).toEqual([request.path, request.headers]);
    }
    const first = schedule.filter(({ request, isTwinFirst }) => request.twin && isTwinFirst).length;
    expect(first / probes.length).toBeGreaterThan(0.4);
    expect(first / probes.length).toBeLessThan(0.6);
  });

  it('leaves headers alone that the operator sets', () => {
    const own = { Accept: 'text/json', 'accept-encoding': 'br', 'user-agent': 'a', cookie: 'a=b' };
    const asked = askedWith(token, 1, { version: 1 }, undefined, own);
    const sent = allOf(conformanceSchedule(quick.conformance, asked));
    const names = new Set(sent.flatMap(({ headers }) => Object.keys(headers ?? {})));
    expect([...names]).toEqual(expect.arrayContaining(['Content-Type', 'Forwarded', 'True-Client-IP']));
    const taken = Object.keys(own).map((name) => name.toLowerCase());
    expect([...names].filter((name) => taken.includes(name.toLowerCase()))).toEqual([]);
    expect(sent.filter((request) => request.sendsCookies)).toEqual([]);
  });

  it('sends two texts eight times each, and long data to each wrong credential', () => {
    const lone = schedule.map(({ request }) => request).filter(({ twin }) => twin === undefined);
    const only = lone.filter(({ endpoint }) => endpoint === 'encrypt');
    const timesOf = (data: string) => only.filter((one) => dataOf(one) === data).length;
    const counts = [...new Set(only.map(dataOf))].map(timesOf);
    expect(counts.filter((count) => count > 1)).toEqual([8, 8]);
    const lengths = only.map((one) => Buffer.byteLength(dataOf(one)));
    expect(lengths.filter((bytes) => bytes > 65_536).length).toBe(8);
    expect(Math.max(...lengths)).toBe(262_144);
    const ofProbes = probes.map(({ body }) => Buffer.byteLength(body ?? ''));
    expect(ofProbes.filter((bytes) => bytes >= 100_000).length).toBeLessThanOrEqual(8);
    expect(ofProbes.filter((bytes) => bytes > 262_144)).toHaveLength(4);
  });

  it('names other algorithms only with plain data, however little is allowed', () => {
    for (const mostBytes of [1, 20, 262_144]) {
      const { choice } = askedWith(token, 1, { version: 1 }, mostBytes);
      const lengths = Array.from({ length: 100 }, (_, index) =>
        encryptBody(index, choice, {}, undefined, 'ChaCha20-Poly1305'),
      ).map(({ body, otherAlgorithm, variety }) => {
        expect([otherAlgorithm, variety, JSON.parse(body).algorithm]).toEqual([
          'ChaCha20-Poly1305',
          'algorithm ChaCha20-Poly1305',
          'ChaCha20-Poly1305',
        ]);
        return JSON.parse(body).data.length;
      });
      expect(Math.min(...lengths)).toBeGreaterThan(0);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(Math.min(mostBytes, 120));
    }
  });

  it('sends data as long as the contract declares it, and none longer', () => {
    const asked = conformanceSchedule(
      standard.conformance,
      askedWith(token, 1, { version: 1, encrypt: { maxDataBytes: 4095 } }),
    );
    for (const credential of ['token', 'absent', 'made-up']) {
      const lengths = allOf(asked)
        .filter(isOf(credential))
        .map((one) => Buffer.byteLength(dataOf(one)));
      expect(Math.max(...lengths)).toBe(4095);
      expect(lengths.filter((bytes) => bytes === 4095).length).toBeGreaterThan(15);
    }
  });

  it('asks user and sync with every wrong credential where the contract says that they need the token', () => {
    const asked = (contract: Omit<Contract, 'version'>) => {
      const items = conformanceSchedule(quick.conformance, askedWith(token, 1, { version: 1, ...contract }));
      const wrong = allOf(items).filter((one) => one.endpoint !== 'encrypt' && !isOfToken(one));
      return [...groupedBy(wrong, (one) => `${one.endpoint} ${one.authorization.credential}`)]
        .map(([kind, all]) => `${kind}: ${all.length}`)
        .toSorted();
    };
    const ofUser = ['user absent: 48', 'user empty: 12', 'user made-up: 48', 'user scheme: 12'];
    expect(asked({ token: { required: ['user'] } })).toEqual(['sync absent: 3', ...ofUser]);
    expect(asked({ token: { required: ['user', 'sync', 'backup'] } })).toHaveLength(8);
    expect(asked({ token: { notRequired: ['user'] } })).toEqual(['sync absent: 3', 'user absent: 30']);
    const observed = { observeOnly: ['auth-scheme-refused', 'auth-absent-refused'] };
    expect(asked({ token: { required: ['user'] }, ...observed }).join()).not.toContain('scheme');
    expect(asked({ token: { required: ['user'] }, ...observed }).join()).toContain('absent');
  });

  it.each(profiles)(
    'asks with every wrong credential for long data, and for what only the contract allows: $name',
    ({ conformance }) => {
      const encrypt = { algorithms: ['AES-256-GCM', 'B', 'C'], maxDataBytes: 262_144 };
      const kindsOf = (contract: Contract) => {
        const all = conformanceSchedule(conformance, askedWith(token, 1, contract));
        return new Set(
          all
            .filter(({ request }) => request.twin)
            .flatMap(({ request }) => {
              const { otherAlgorithm, authorization, point = {}, twin } = request;
              expect([twin?.otherAlgorithm, twin?.body]).toEqual([otherAlgorithm, request.body]);
              const length = /KiB|declared/.test(point.length ?? '') && Buffer.byteLength(dataOf(request));
              const isLong = length !== false && length > 65_536;
              return [otherAlgorithm ?? [], isLong ? (point.length ?? []) : []]
                .flat()
                .map((kind) => `${authorization.credential}: ${kind}`);
            }),
        );
      };
      const long = ['64 to 256 KiB', '256 KiB'];
      const ofEach = (kinds: readonly string[]) =>
        ['absent', 'empty', 'scheme', 'made-up'].flatMap((one) => kinds.map((kind) => `${one}: ${kind}`));
      expect([...kindsOf({ version: 1 })].toSorted()).toEqual(ofEach(long).toSorted());
      const all = ofEach(['B', 'C', ...long, 'the declared 262144 bytes']);
      expect([...kindsOf({ version: 1, encrypt })].toSorted()).toEqual(all.toSorted());
    },
  );

  it('sends long data in full where the contract declares it, in a body that is hardly longer', () => {
    const { choice } = askedWith(token, 1, { version: 1, encrypt: { maxDataBytes: 200_000 } });
    const length = 'the declared 200000 bytes';
    const sent = charactersTried.map(({ name }) => encryptBody(3, choice, { length, characters: name }).body);
    const { data } = JSON.parse(encryptBody(3, choice, { length, ...plainest }).body);
    expect(data.length).toBe(200_000);
    expect(Math.max(...sent.map((body) => Buffer.byteLength(body)))).toBeLessThan(200_200);
  });

  it('sends no data that the contract says the service refuses', () => {
    const refuses = ['the empty string', 'control characters'] as const;
    const asked = allOf(
      conformanceSchedule(standard.conformance, askedWith(token, 1, { version: 1, encrypt: { refuses } })),
    );
    const sent = asked.filter(({ body }) => body !== null).map(dataOf);
    expect(sent.filter((data) => data === '' || [...data].some((char) => char < ' '))).toEqual([]);
    expect(sent.some((data) => /[\u{10000}-\u{10ffff}]/u.test(data))).toBe(true);
  });

  it('has no period: no step of 2 to 50 meets a kind always or never', () => {
    const isAbsent = schedule.map(({ request }) => request.authorization.credential === 'absent');
    for (let step = 2; step <= 50; step += 1) {
      const hits = isAbsent.filter((_, index) => index % step === step - 1);
      const share = hits.filter((hit) => hit).length / hits.length;
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.4);
    }
  });

  it('changes every character of a token of 200 in the quick profile, as many as there are in half of it', () => {
    const long = Array.from({ length: 200 }, (_, place) => 'aB3-xY7_qZ'.charAt(place % 10)).join('');
    const asked = probesOf(conformanceSchedule(quick.conformance, askedWith(long, 7)));
    const changed = (requests: readonly PlannedRequest[]) =>
      new Set(requests.flatMap(({ authorization }) => authorization.changedPlace ?? []));
    expect(changed(asked).size).toBe(200);
    const half = asked.slice(0, asked.length / 2);
    expect(changed(half).size).toBe(Math.ceil(half.filter(isOf('made-up')).length / 2));
  });

  it('sends every 16th made-up token directly behind the same one, and passes over no form of one', () => {
    const headers = probes.map(({ authorization }) => authorization.header);
    const madeUp = probes.filter(isOf('made-up'));
    const items = schedule.map(({ request }) => request);
    const again = items.flatMap((request, index) =>
      isOf('made-up')(request) && items[index - 1]?.authorization.header === request.authorization.header
        ? [request]
        : [],
    );
    expect(again.map((request) => madeUp.indexOf(request))).toEqual(
      Array.from({ length: Math.floor(madeUp.length / 16) }, (_, index) => 16 * index + 15),
    );
    const { wrong } = askedWith(token, 1);
    const ways = new Set(Array.from({ length: 280 }, (_, index) => wrong('made-up', index).variety));
    const asked = probesOf(conformanceSchedule(quick.conformance, askedWith(token, 1)));
    const sent = new Set(asked.filter(isOf('made-up')).map(({ authorization }) => authorization.variety));
    expect([...ways].filter((way) => !sent.has(way))).toEqual([]);
    expect(headers.length).toBe(probes.length);
  });

  it('is the same for the same seed, and shares no data with that of another', () => {
    const scheduled = (seed: number) => conformanceSchedule(standard.conformance, askedWith(token, seed));
    expect(scheduled(1)).toEqual(schedule);
    const isDrawn = (one: PlannedRequest) =>
      dataOf(one).length > 20 && one.point?.characters !== datesAndNumbers;
    const sent = (items: readonly Item[]) =>
      new Set(probesOf(items).flatMap((one) => (isDrawn(one) ? (one.body ?? []) : [])));
    const [one, other] = [sent(schedule), sent(scheduled(2))];
    expect(one.size).toBeGreaterThan(1500);
    // Texts that repeat one character are few, so runs may share them.
    expect([...one].filter((body) => other.has(body) && !/"(.)\1*"/.test(body))).toEqual([]);
  });

  it('sends a few of everything before a load', () => {
    const probes = probesOf(conformanceSchedule(preflightPlan, askedWith(token, 1)));
    expect(new Set(probes.map(({ authorization }) => authorization.level)).size).toBeGreaterThan(12);
    expect(probes.length).toBe(75);
  });
});
