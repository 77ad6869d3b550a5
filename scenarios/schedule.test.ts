import { describe, expect, it } from 'vitest';
import { preflightPlan, profiles } from '../schemas/profiles.ts';
import { conformanceSchedule } from './conformance/schedule.ts';
import { dataChoice, encryptBody } from './payloads.ts';
import { madeUpTokens } from './tokens/made-up-tokens.ts';

const token = 'eyJhbGciOi.token-with-Case.0123456789';
const [, standard] = profiles;
if (standard === undefined) throw new Error('no profile');
const schedule = conformanceSchedule(standard.conformance, token, dataChoice(1, { version: 1 }, 262_144));

describe('the conformance schedule', () => {
  it('asks as often as planned', () => {
    const { user, encrypt, sync, absent, empty, scheme, madeUp } = standard.conformance;
    const count = (credential: string) =>
      schedule.filter(({ authorization }) => authorization.credential === credential).length;
    expect([count('token'), count('absent'), count('empty'), count('scheme'), count('made-up')]).toEqual([
      user + encrypt + sync,
      absent,
      empty,
      scheme,
      madeUp,
    ]);
  });

  it('has every kind in every tenth of it, so that a run that is cut short has a share of each', () => {
    const tenth = Math.floor(schedule.length / 10);
    for (let part = 0; part < 10; part += 1) {
      const asked = schedule.slice(part * tenth, (part + 1) * tenth);
      const kinds = new Set(
        asked.map(({ endpoint, authorization }) => `${endpoint} ${authorization.credential}`),
      );
      expect(kinds.size).toBe(7);
    }
  });

  it('sends some valid calls of each endpoint as other clients do, unless the operator says how', () => {
    const [quick = standard] = profiles;
    const asked = (own: Record<string, string>, plan = quick.conformance) =>
      conformanceSchedule(plan, token, dataChoice(1, { version: 1 }, 1024), 0, own).filter(
        ({ circumstance }) => circumstance !== undefined,
      );
    const counts = (requests: typeof schedule) => {
      const names = requests.map(({ endpoint, circumstance }) => `${endpoint} ${circumstance?.words}`);
      return Object.fromEntries(
        names.toSorted().map((one) => [one, names.filter((name) => name === one).length]),
      );
    };
    const [anyType, gzip] = ['with Accept: */*', 'with Accept-Encoding: gzip'];
    const endpoints = ['encrypt', 'sync', 'user'];
    const names = endpoints.flatMap((endpoint) => [`${endpoint} ${anyType}`, `${endpoint} ${gzip}`]);
    expect(counts(asked({}))).toEqual(Object.fromEntries(names.map((name) => [name, 20])));
    expect(Object.keys(counts(asked({}, preflightPlan)))).toEqual(names.toSorted());
    expect(asked({}).every(({ authorization }) => authorization.credential === 'token')).toBe(true);
    expect(Object.keys(counts(asked({ Accept: 'text/json' })))).toEqual(
      endpoints.map((one) => `${one} ${gzip}`),
    );
    expect(asked({ Accept: 'text/json', 'accept-encoding': 'br' })).toEqual([]);
  });

  it('sends every class of data, with the token and without, on fresh connections too', () => {
    const classes = (credential: string) =>
      new Set(
        schedule
          .filter(
            ({ endpoint, authorization }) =>
              endpoint === 'encrypt' && authorization.credential === credential,
          )
          .map(({ variety }) => variety.split(', ').at(-1)),
      );
    expect(classes('token').size).toBe(14);
    expect(classes('absent').size).toBe(14);
    const closing = schedule.filter(({ closeAfter }) => closeAfter).length / schedule.length;
    expect(closing).toBeGreaterThan(0.08);
    expect(closing).toBeLessThan(0.16);
  });

  it('names other algorithms only with plain data, however little is allowed', () => {
    for (const mostBytes of [1, 20, 262_144]) {
      const encrypt = { algorithms: ['ChaCha20-Poly1305'] };
      const choice = dataChoice(1, { version: 1, encrypt }, mostBytes);
      const lengths = Array.from({ length: 500 }, (_, index) => encryptBody(index, choice))
        .filter(({ variety }) => variety.startsWith('algorithm '))
        .map(({ body }) => JSON.parse(body).data.length);
      expect(lengths.length).toBeGreaterThan(20);
      expect(Math.min(...lengths)).toBeGreaterThan(0);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(1024);
    }
  });

  it('sends digits of every length and size', () => {
    const sent = Array.from({ length: 20_000 }, (_, index) =>
      encryptBody(index, dataChoice(5, { version: 1 }, 1024)),
    )
      .filter(({ variety }) => variety === 'digits')
      .map(({ body }): string => JSON.parse(body).data);
    const countOf = (isMeant: (digits: string) => boolean) => sent.filter(isMeant).length;
    expect(new Set(sent.map(({ length }) => length)).size).toBe(19);
    expect(countOf((digits) => digits.startsWith('0'))).toBeGreaterThan(20);
    expect(countOf((digits) => Number(digits) < 1000)).toBeGreaterThan(20);
    expect(countOf((digits) => Number(digits) > 2 ** 31 && Number(digits) < 2 ** 53)).toBeGreaterThan(100);
    expect(countOf((digits) => Number(digits) > 2 ** 63)).toBeGreaterThan(5);
  });

  it('sends data as long as the contract declares it, and none longer', () => {
    const declared = dataChoice(1, { version: 1, encrypt: { maxDataBytes: 4095 } }, 262_144);
    const asked = conformanceSchedule(standard.conformance, token, declared);
    const ofLength = (credential: string) =>
      asked.flatMap(({ body, authorization }) =>
        body === null || authorization.credential !== credential
          ? []
          : Buffer.byteLength(JSON.parse(body).data),
      );
    for (const credential of ['token', 'absent', 'made-up']) {
      expect(Math.max(...ofLength(credential))).toBe(4095);
      expect(ofLength(credential).filter((bytes) => bytes === 4095).length).toBeGreaterThan(15);
    }
  });

  it('sends no data that the contract says the service refuses', () => {
    const refuses = ['the empty string', 'control characters'] as const;
    const declared = dataChoice(1, { version: 1, encrypt: { refuses } }, 262_144);
    const asked = conformanceSchedule(standard.conformance, token, declared);
    const sent = asked.flatMap(({ body }): string[] => (body === null ? [] : [JSON.parse(body).data]));
    expect(sent.filter((data) => data === '' || [...data].some((char) => char < ' '))).toEqual([]);
    expect(declared.classes.map(({ name }) => name)).toContain('many scripts and emoji');
  });

  it('names each class of data so that the name can be listed as something that was sent', () => {
    const names = dataChoice(1, { version: 1 }, 262_144).classes.map(({ name }) => name);
    expect(new Set(names).size).toBe(14);
    expect(names.filter((name) => /^(no|without|any)\b/.test(name))).toEqual([]);
  });

  it('has no period: no step of 2 to 50 meets a kind always or never', () => {
    const isAbsent = schedule.map(({ authorization }) => authorization.credential === 'absent');
    for (let step = 2; step <= 50; step += 1) {
      const hits = isAbsent.filter((_, index) => index % step === step - 1);
      const share = hits.filter((hit) => hit).length / hits.length;
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.4);
    }
  });

  it('changes every character of a token of 200 in the quick profile, as many as there are in half of it', () => {
    const [quick = standard] = profiles;
    const long = Array.from({ length: 200 }, (_, place) => 'aB3-xY7_qZ'.charAt(place % 10)).join('');
    const asked = conformanceSchedule(quick.conformance, long, dataChoice(7, { version: 1 }, 1024));
    const changed = (requests: typeof asked) =>
      new Set(requests.flatMap(({ authorization }) => authorization.changedPlace ?? []));
    expect(changed(asked).size).toBe(200);
    const half = asked.slice(0, asked.length / 2);
    const probes = half.filter(({ authorization }) => authorization.credential === 'made-up');
    expect(changed(half).size).toBe(Math.ceil(probes.length / 2));
  });

  it('sends every 16th made-up token directly behind the same one, and passes over no way to make one', () => {
    const headers = schedule.map(({ authorization }) => authorization.header);
    const madeUp = schedule.filter(({ authorization }) => authorization.credential === 'made-up');
    const again = schedule.flatMap(({ authorization }, index) =>
      authorization.credential === 'made-up' && headers[index - 1] === authorization.header ? [index] : [],
    );
    expect(again.map((index) => madeUp.indexOf(schedule[index] as (typeof schedule)[0]))).toEqual(
      Array.from({ length: Math.floor(madeUp.length / 16) }, (_, index) => 16 * index + 15),
    );
    const make = madeUpTokens(token, 1);
    const ways = new Set(Array.from({ length: 200 }, (_, index) => make(index).variety));
    const sent = new Set(madeUp.map(({ authorization }) => authorization.variety));
    expect([...ways].filter((way) => !sent.has(way))).toEqual([]);
    expect(sent.size).toBe(ways.size + 1);
  });

  it('is the same for the same seed, and shares no data with that of another', () => {
    const scheduled = (seed: number) =>
      conformanceSchedule(standard.conformance, token, dataChoice(seed, { version: 1 }, 262_144));
    expect(scheduled(1)).toEqual(schedule);
    const sent = (requests: typeof schedule) =>
      new Set(requests.flatMap(({ body }) => (body !== null && body.length > 60 ? body : [])));
    const [one, other] = [sent(schedule), sent(scheduled(2))];
    expect(one.size).toBeGreaterThan(1500);
    expect([...one].filter((body) => other.has(body))).toEqual([]);
  });

  it('repeats bodies of authorised calls in probes', () => {
    const valid = new Set(
      schedule.flatMap(({ authorization, body }) => (authorization.credential === 'token' ? [body] : [])),
    );
    const shared = schedule.filter(
      ({ authorization, body }) => authorization.credential === 'absent' && valid.has(body),
    );
    expect(shared.length).toBeGreaterThan(standard.conformance.absent / 3);
  });
});
