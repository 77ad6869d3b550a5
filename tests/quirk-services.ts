import { beforeAll, describe, expect, it } from 'vitest';
import { variants, variantsNamed } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { canary, isLong } from './k6-run.ts';
import { readTokens } from './read-tokens.ts';
import { grouped, inTurns, judgedAs, judgeVariants, packed, watched } from './variant-run.ts';

/** Forms of one thing take turns: of those that backup has, of which a gate makes eight calls, at most five. */
const turns = [
  ...[/^user-status-odd/, /^user-extra/, /^last-sync-odd/, /^content-type/],
  ...[/^refusal-3/, /^refusal-4/, /^refusal-[569]\d\d$/, /^refusal-(html|text|empty|problem|like|no-)/],
  ...[/^refusal-2/, /^refusal-(trace|echo|varied|tarpit)/, /^refusal-(locked|page)/],
  ...[/^refusal-(reset|closed)/, /^refusal-(closing|until)/, /^(gzip|deflate|brotli)$/],
  // Their only key is `a`, so that none is unlike the others; the next have none.
  /^body-(duplicate-keys|spaced-out|unicode-escapes|lone-surrogate|line-separators)/,
  ...[/^body-none/, /^body-(string|number|large-number|array)$/, /^body-(negative|true|false|deep)/],
  ...[/^body-(error|code)/, /^sync-(ok|status|lists)/],
  // Of encrypt these are no results beside others.
  /^body-(empty|null)/,
];

/** What two rows cannot both change: one would undo the other. */
const parts: Readonly<Record<string, RegExp>> = {
  // Where results hold nothing of the data, a refusal with 2xx cannot be told from one.
  'encrypt body': /^(body|encrypt-(by-reference|shows-connection|state-error)|refusal-2)/,
  'sync body': /^(body|sync-(ok|status|lists))/,
  result: /^encrypt-(utf-16|compressed|byte-object|shows-connection)/,
  'backup body': /^(body|backup-(counts|echo|unfinished))/,
  'user status': /^user-answers/,
  'encrypt status': /^(encrypt-answers|encrypt-100-kib|body-none)/,
  'sync status': /^(sync-answers|body-none)/,
  'backup status': /^(backup-answers|body-none)/,
  'content type': /^(content-type|body-none)/,
  'large data': /^encrypt-(by-reference|large-refused)/,
  coding: /^(gzip|header-content-encoding)/,
  'user id': /^user-id/,
  // Where a field is changed the User is written anew, without what a text before it had of its own.
  'user text': /^(user-(?!answers|id-odd|status-odd)|last-sync-odd)/,
  refusal: /^refusal/,
  delivery: /^(close-(each|unannounced$)|http|until|byte|in-two|early|refusal-(locked|reset|closing|until))/,
  // A connection that is closed after some calls is open until then.
  connection: /^(close|connection|http|until)/,
  // A long body, byte by byte, would hold up other calls.
  length: /^(byte|refusal-echo|body-(echo|repeating|long|deep)|user-(id-odd-long|status-odd|extra))/,
  'token of user': /^token-(everywhere|for-user)/,
};

const quirks = variants.filter(({ kind }) => kind === 'quirk');
const isReading = ({ name }: Variant) => name.startsWith('token-read-as-');
const turnOf = ({ name }: Variant) => String(turns.find((turn) => turn.test(name)) ?? name);
const groups = grouped(
  quirks.filter((row) => !isReading(row)),
  turnOf,
);

const partsOf = (rows: readonly Variant[]) =>
  Object.keys(parts).filter((part) => rows.some(({ name }) => parts[part]?.test(name)));

/** Where each quirk is on every call: those that would take turns have a part in common. */
export const partsOfQuirk = (row: Variant) => [turnOf(row), ...partsOf([row])];

/** Every quirk in one service of several, each beside others that change something else; each service has another kind of token. */
const services = packed(groups, partsOf).map((rows, place) => {
  const [token, ...readings] = readTokens[place] ?? [canary];
  const reading = variantsNamed(readings.map((name) => `token-read-as-${name}`));
  return { token, groups: [...rows, ...reading.map((row) => [row])] };
});

type Service = (typeof services)[number];
type Scenario = 'conformance' | 'gate';

/** A few calls show what a service without readings of its token and odd refusals has, which is each on every call. */
const isBrief = ({ token, groups: own }: Service) =>
  token === canary && !own.flat().some(({ name }) => name.startsWith('refusal-'));

/**
 * At a high rate more calls meet a connection that the service is closing unannounced, which leaves its endpoint open. No
 * rate for the others: at one that was chosen, the phase before the load keeps to it too.
 */
const isPaced = ({ groups: own }: Service) =>
  own.flat().some(({ name }) => name.startsWith('close-unannounced'));

async function judge(service: Service, scenario: Scenario) {
  const { watching, met } = watched(service.groups.flatMap(inTurns));
  const env = { ACCESS_TOKEN: service.token, ...(isPaced(service) ? { RATE: '160' } : {}) };
  const made = scenario === 'conformance' && isBrief(service) ? 'smoke' : scenario;
  return { met, made, run: await judgeVariants(watching, made, env) };
}

/** What a gate is to meet; backup without the token is asked where a contract says so. */
function metBy({ name, on = ['user', 'encrypt', 'sync'], calls, trigger }: Variant): string[] {
  if (trigger !== undefined) return [name];
  return on.filter((endpoint) => endpoint !== 'backup' || calls !== 'refused').map((one) => `${name} ${one}`);
}

/** Has a scenario judge every quirk: none may keep a service from a pass, and each must have been met. */
export function everyQuirkPasses(scenario: Scenario): void {
  it('puts every quirk into a service', () => {
    const names = new Set(services.flatMap((service) => service.groups.flat()).map(({ name }) => name));
    expect([...names].toSorted()).toEqual(quirks.map(({ name }) => name).toSorted());
  });

  /** Before a load these wait for most of their time: in Node they are begun first, and looked at last. */
  const waiting = scenario === 'conformance' && !isLong() ? services.filter(isPaced) : [];
  const underWay = new Map<Service, ReturnType<typeof judge>>();
  beforeAll(() => {
    for (const service of waiting) underWay.set(service, judge(service, scenario));
  });
  const ordered = [...services.filter((service) => !waiting.includes(service)), ...waiting];

  describe.concurrent(`quirks in ${scenario}`, () => {
    // Where the machine is too busy, the time of the conformance phase is over before its floors are met.
    it.each(ordered.map((service) => [service.groups.flat().map(({ name }) => name), service] as const))(
      '%j',
      { retry: 2 },
      async (_, service) => {
        const begun = underWay.get(service);
        underWay.delete(service);
        const { met, made, run } = await (begun ?? judge(service, scenario));
        expect(judgedAs(run, 'fail')).toEqual([]);
        expect(judgedAs(run, 'inconclusive')).toEqual([]);
        expect(run.report?.endpoints.length).toBe(scenario === 'gate' ? 4 : 0);
        const rows = service.groups.flat();
        const expected = rows
          .filter((row) => !isReading(row))
          .flatMap(metBy)
          // Without a load there are too few backups for all.
          .filter((one) => scenario === 'gate' || !one.endsWith(' backup'));
        expect(expected.filter((one) => !met.has(one))).toEqual([]);
        // No made-up token may be read as the token.
        expect(rows.filter((row) => isReading(row) && met.has(row.name))).toEqual([]);
        if (made === 'smoke') return;
        const { changedCharacters = 0, characters = 0, ways } = run.report?.tokenProbes ?? {};
        // Of the probes answered 503, which prove nothing, some may be all that change one character.
        expect(changedCharacters).toBeGreaterThanOrEqual(characters - 2);
        expect(ways).toBeGreaterThan(30);
      },
    );
  });
}
