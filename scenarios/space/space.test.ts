import { describe, expect, it } from 'vitest';
import { profiles, standardProfile } from '../../schemas/profiles.ts';
import { askedWith } from '../../tests/asked.ts';
import { conformanceSchedule } from '../conformance/schedule.ts';
import { encryptBody } from '../payloads.ts';
import { targets } from './circumstance-levels.ts';
import { charactersTried, lengths, repetitions, writings } from './data-levels.ts';
import { type DimensionName, dimensionNames, goesWith, type Point } from './level.ts';
import { space, triedOf } from './table.ts';

const token = 'eyJhbGciOi.token-with-Case.0123456789';
/** The dimensions that a plan of probes covers. */
const planned = dimensionNames.filter((name) => name !== 'connection' && name !== 'moment');
/** The dimensions of valid calls without data. */
const ofValidCalls = ['contentType', 'accept', 'encodings', 'claims', 'cookies'] as const;
const isLong = (name: string | undefined) => ['64 to 256 KiB', '256 KiB'].includes(name ?? '');

describe('the space of requests', () => {
  it('names no level of a dimension twice, and only levels that are there', () => {
    for (const dimension of dimensionNames) {
      const names = space[dimension].map(({ name }) => name);
      expect(new Set(names).size, dimension).toBe(names.length);
      for (const { only = {} } of space[dimension])
        for (const [other, allowed] of Object.entries(only))
          for (const name of allowed)
            expect(space[other as 'length'].map((level) => level.name)).toContain(name);
    }
  });

  it('names each level of data so that the name can be listed as something that was sent', () => {
    const names = [lengths, charactersTried, repetitions, writings].flat().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(profiles.slice(0, 2).map((profile) => [profile.name, profile] as const))(
    'is tried in all its levels in a %s run',
    (_, { conformance }) => {
      const items = conformanceSchedule(conformance, askedWith(token, 1));
      const points = items.flatMap(({ request: { point } }) => point ?? []);
      for (const { name, levels } of triedOf(points, planned))
        expect([name, levels.filter(({ requests }) => requests === 0)]).toEqual([name, []]);
    },
  );

  it('has the path written otherwise in each of its segments, in a quick run', () => {
    const { conformance } = profiles[0] ?? {};
    if (conformance === undefined) throw new Error('no profile');
    const items = conformanceSchedule(conformance, askedWith(token, 1));
    const sent = [...new Set(items.flatMap(({ request: { path } }) => path ?? []))];
    const written = targets
      .slice(1)
      .flatMap(({ rewrites }) => rewrites.map((rewrite) => rewrite('/api/v1/encrypt')));
    expect(sent).toEqual(expect.arrayContaining(written));
    expect(written).toEqual(
      expect.arrayContaining([
        ...['/%61pi/v1/encrypt', '/api/%761/encrypt', '/api/v1/%65ncrypt', '//api/v1/encrypt'],
        ...['/api//v1/encrypt', '/api/v1/user/../encrypt', '/api/V1/encrypt', '/api;x=1/v1/encrypt'],
      ]),
    );
  });

  it('has probes in which nothing but the credential is unusual, of each kind', () => {
    const { conformance } = profiles[0] ?? {};
    if (conformance === undefined) throw new Error('no profile');
    const usual = conformanceSchedule(conformance, askedWith(token, 1)).flatMap(({ request }) => {
      const { authorization, headers, path, sendsCookies, twin } = request;
      const besides = [authorization.elsewhere, headers, path, sendsCookies || undefined];
      return twin && besides.every((one) => one === undefined) ? [authorization.credential] : [];
    });
    for (const credential of ['absent', 'empty', 'scheme', 'made-up'])
      expect(usual.filter((one) => one === credential).length).toBeGreaterThan(1);
  });

  it('has another language for user, too, in a standard run', () => {
    const { conformance } = profiles[1] ?? {};
    if (conformance === undefined) throw new Error('no profile');
    const ofUser = conformanceSchedule(conformance, askedWith(token, 1)).filter(
      ({ request: { endpoint, headers } }) => endpoint === 'user' && headers?.['Accept-Language'] === 'de-DE',
    );
    expect(ofUser.length).toBeGreaterThan(5);
  });

  it('is tried in all pairs of levels that probes have, in a standard run', () => {
    const { conformance } = profiles[1] ?? {};
    if (conformance === undefined) throw new Error('no profile');
    for (const seed of [1, 2, 3, 4]) {
      const probes = conformanceSchedule(conformance, askedWith(token, seed)).filter(
        ({ request }) => request.twin !== undefined,
      );
      expect(untried(probes.flatMap(({ request: { point } }) => point ?? []))).toEqual([]);
    }
  });

  it.each(['user', 'sync'])('is tried in all pairs of levels that valid calls of %s have', (endpoint) => {
    const [{ conformance: quickPlan } = standardProfile] = profiles;
    for (const seed of [1, 2, 3]) {
      const points = conformanceSchedule(quickPlan, askedWith(token, seed)).flatMap(({ request }) =>
        request.endpoint === endpoint ? (request.point ?? []) : [],
      );
      expect(points.length).toBeGreaterThan(200);
      expect(untried(points, '', ofValidCalls)).toEqual([]);
    }
  });

  it('is tried in all triples with a credential in a thorough run', () => {
    const { conformance } = profiles[2] ?? {};
    if (conformance === undefined) throw new Error('no profile');
    const points = conformanceSchedule(conformance, askedWith(token, 3)).flatMap(
      ({ request: { point } }) => point ?? [],
    );
    const missing = space.credential.flatMap(({ name }) => {
      const own = untried(
        points.filter(({ credential }) => credential === name),
        name,
      ).filter((pair) => !pair.includes('credential'));
      return own.length === 0 ? [] : [[name, own.length, own[0]]];
    });
    expect(missing).toEqual([]);
  });
});

/** Pairs of compatible levels that none of the points contain. */
function untried(
  points: readonly Point[],
  credential?: string,
  dimensions: readonly DimensionName[] = planned,
): string[] {
  const seen = new Set(
    points.flatMap((point) =>
      dimensions.flatMap((one) => dimensions.map((other) => `${one} ${point[one]} ${other} ${point[other]}`)),
    ),
  );
  const drawn = (dimension: DimensionName) =>
    space[dimension].filter(({ name, weight }) => weight > 0 && !isLong(name));
  return dimensions.flatMap((one, at) =>
    dimensions.slice(at + 1).flatMap((other) =>
      drawn(one).flatMap((level) =>
        drawn(other).flatMap((second) => {
          const pair = `${one} ${level.name} ${other} ${second.name}`;
          const given = credential === undefined ? {} : { credential };
          const fits =
            goesWith(level, one, { ...given, [other]: second.name }, [second]) &&
            goesWith(second, other, given, []);
          return !fits || seen.has(pair) ? [] : [pair];
        }),
      ),
    ),
  );
}

describe('data', () => {
  const { choice } = askedWith(token, 5);
  const bytesOf = (body: string) => Buffer.byteLength(JSON.parse(body).data);

  it.each(lengths.map(({ name }) => name))(
    'has as many bytes as it says, whatever it is made of: %s',
    (length) => {
      for (const { name: characters } of charactersTried)
        for (const { name: repetition } of repetitions)
          for (const { name: writing } of writings) {
            const { point, body } = encryptBody(
              7,
              choice,
              { length, characters, repetition, writing },
              () => 11,
            );
            const { data, algorithm } = JSON.parse(body);
            const bytes = Buffer.byteLength(data);
            expect(body.length).toBeLessThan(isLong(length) ? 700_000 : 100_000);
            expect(algorithm).toBe('AES-256-GCM');
            const [from = 0, to = from] = (length.match(/[\d,]+/g) ?? ['0']).map(
              (text) => Number(text.replace(',', '')) * (length.includes('KiB') ? 1024 : 1),
            );
            const range = length.startsWith('a power') ? [1, 65_534] : [from, to];
            // Escapes lengthen the body, so the data is shorter than 64 KiB.
            expect(bytes, JSON.stringify(point)).toBeGreaterThanOrEqual(
              length === '64 KiB' ? 16_384 : (range[0] ?? 0),
            );
            expect(bytes, JSON.stringify(point)).toBeLessThanOrEqual(range[1] ?? 0);
          }
    },
  );

  it('has each power of two up to 64 KiB, and both its neighbours', () => {
    const names = lengths.map(({ name }) => name).filter((name) => name.startsWith('a power'));
    const sent = new Set(
      names.flatMap((length) =>
        Array.from({ length: 60 }, (_, turn) =>
          bytesOf(encryptBody(turn, choice, { length, characters: 'letters and digits' }, () => turn).body),
        ),
      ),
    );
    const wanted = Array.from({ length: 15 }, (_, power) => 2 ** (power + 1)).flatMap((power) => [
      power - 1,
      power,
      power + 1,
    ]);
    expect(wanted.filter((bytes) => !sent.has(bytes))).toEqual([]);
  });

  it('is written as its level says', () => {
    const once = { length: '16 to 255 bytes', repetition: 'new at every place' };
    const sent = (writing: string, characters: string) =>
      encryptBody(3, choice, { ...once, writing, characters }).body;
    const ascii = /^[ -~]*$/;
    expect(sent('as Python writes it, in ASCII', 'emoji and other planes')).toMatch(ascii);
    expect(sent('as Python writes it, in ASCII', 'emoji and other planes')).toMatch(
      /^\{"data": ".*\\ud[89ab]/,
    );
    expect(sent('as PHP writes it, with slashes escaped', 'markup')).toMatch(/\\\/|%00|&amp;|<!--|<b>|\]\]>/);
    expect(sent('every character escaped', 'digits')).toMatch(/^\{"data":"(\\u00[\da-f]{2})+","algorithm"/);
    expect(sent('with its keys in the other order', 'digits')).toMatch(/^\{"algorithm"/);
    expect(sent('with white space', 'digits')).toMatch(/^\s*\{\s+"data" :/);
    expect(sent('compact', 'many scripts')).toMatch(/^\{"data":"[^"]+","algorithm":"AES-256-GCM"\}$/);
  });

  it('names any algorithm that a contract may declare', () => {
    const name = 'A"B\\\nC';
    for (const { name: writing } of writings) {
      const { body } = encryptBody(3, choice, { writing }, undefined, name);
      expect(JSON.parse(body).algorithm, writing).toBe(name);
    }
  });

  it('is new at every place, a block, or one character', () => {
    const data = (repetition: string) =>
      JSON.parse(
        encryptBody(3, choice, {
          length: '64 KiB',
          characters: 'letters and digits',
          repetition,
          writing: 'compact',
        }).body,
      ).data;
    const repeated = (text: string) => text.length / new Set(text.match(/.{16}/g)).size;
    expect(repeated(data('new at every place'))).toBeLessThan(16.1);
    expect(repeated(data('a block again and again'))).toBeGreaterThan(30_000);
    expect(new Set(data('one character again and again')).size).toBe(1);
  });
});
