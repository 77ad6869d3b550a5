import fc from 'fast-check';
import { readAnswer } from '../../checks/answer.ts';
import { besideTwin } from '../../checks/beside-twin.ts';
import { checksFor } from '../../checks/catalogue.ts';
import { judge } from '../../checks/check.ts';
import { callFailures } from '../../checks/exchange.ts';
import { conformantUser, exchangeWith } from '../../checks/exchange-fixture.ts';
import { nothingLearned } from '../../checks/meaning/meaning.ts';
import { judgedProbes, sealed } from '../../checks/meaning/service-fixture.ts';
import { observeCall, observeProbe } from '../../checks/observations.ts';
import { countJudged, type Tally } from '../../checks/tally.ts';
import { evidenceOf } from '../../reports/evidence.ts';
import { redactor } from '../../reports/secrets/redact.ts';
import type { Contract } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { changed, oddTexts, oddValues, spoilt, strung } from './changed.ts';
import { note, type Subject, type Tried, token } from './subject.ts';

const contract: Contract = {
  version: 1,
  answers: { user: { statuses: [200] }, sync: { statuses: [200, 202] }, encrypt: { statuses: [200] } },
  user: { statuses: ['pending'] },
  token: { required: ['user'], notRequired: ['sync'] },
  refusal: { statuses: [401, 403] },
};
const { known: results } = judgedProbes(() => ({ status: 401 }));
const known = { ...nothingLearned, hasEncrypted: true, results };
const checks = checksFor(contract, {});
const declared = { contract, validators: {} };
/** The same call with the token. */
const twin = readAnswer(exchangeWith({ endpoint: 'encrypt', body: sealed('0123456789', 'twin') }), declared);

const bodies = [
  { user: conformantUser },
  ...['one', 'another', 'twin'].map((salt) => sealed('0123456789', salt)),
  { error: 'unauthorized', status: 401 },
  { status: 'ok' },
].map((body) => JSON.stringify(body));
const said = ['usr_', 'USR_1', 'verified', 'pending', 'error', 'usr_1\u202e', token];
const instants = ['2026-02-30T00:00:00Z', '2026-W01-1T00Z', '2026-11-21 02:36:42Z', '2016-12-31T23:59:60Z'];
const values = fc.oneof(
  oddValues,
  fc.constantFrom(...said, ...instants),
  fc.string().map((end) => `usr_${end}`),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);
const body = changed(fc.constantFrom(...bodies), values).map((one) => JSON.stringify(one));
const text = fc.oneof({ arbitrary: body, weight: 3 }, spoilt(body, oddTexts), strung(oddTexts));
const given = fc.record({
  endpoint: fc.constantFrom(...endpointNames),
  credential: fc.constantFrom('token', 'token', 'token', 'absent', 'empty', 'scheme', 'made-up'),
  text,
  status: fc.oneof(
    fc.constantFrom(200, 200, 200, 201, 204, 401, 403, 404, 429, 500, 503, 0, 101, 999),
    fc.nat(1000),
  ),
  headers: fc.dictionary(
    fc.constantFrom('content-type', 'www-authenticate', 'retry-after', 'set-cookie', 'location'),
    fc.oneof(fc.string(), oddTexts),
    { maxKeys: 2, noNullPrototype: true },
  ),
  isUtf8: fc.constantFrom(true, true, true, false, null),
  /** Of status 0. */
  failure: fc.constantFrom(...callFailures),
});

const context = {
  phase: 'conformance',
  baseUrl: 'http://service.example',
  harness: 'encryption-backup-harness',
  redact: redactor([token]),
} as const;

/** Every answer is judged, and twice in the same way, by its words alone; nothing that is kept of it tells the token. */
export const answers: Subject = async (seed, count) => {
  const tried: Tried = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(given, ({ status, headers, isUtf8, failure, text: written, ...sketch }) => {
      // As for a call that got no whole answer.
      const text = status === 0 ? '' : written;
      const response = { status, headers, isUtf8, failure: status === 0 ? failure : null };
      const exchange = exchangeWith({
        ...sketch,
        text,
        sent: '{"data":"0123456789","algorithm":"AES-256-GCM"}',
        response,
      });
      const startedAt = performance.now();
      const judgedOnce = () => {
        const answer = besideTwin(readAnswer(exchange, declared, known), twin);
        return { judged: judge(checks, answer), seen: [observeCall(answer), observeProbe(answer)] };
      };
      const { judged, seen } = judgedOnce();
      const said = JSON.stringify([judged, seen]);
      if (JSON.stringify(Object.values(judgedOnce())) !== said) throw new Error('is judged otherwise again');
      const tally: Tally = {};
      const kept = judged.flatMap((one) => {
        const keep = countJudged(tally, one, context.redact);
        return keep === null || one.judgement.outcome !== 'fail'
          ? []
          : [evidenceOf(exchange, one.judgement, null, context)];
      });
      if (/fuzz.?T0ken.with/i.test(JSON.stringify([kept, tally]))) throw new Error('tells the token');
      const isFailed = judged.some(({ judgement }) => judgement.outcome === 'fail');
      note(tried, isFailed ? 'refused' : 'accepted', startedAt);
      const passed = judged
        .filter(({ judgement }) => judgement.outcome === 'pass')
        .map(({ check }) => check.id);
      for (const id of passed) if (!(holds[id]?.(text, status) ?? true)) throw new Error(`passes ${id}`);
    }),
    { seed, numRuns: count },
  );
  return tried;
};

type Holds = (text: string, status: number) => boolean;

/** What must be true if a check passes, verified by other means. */
const holds: Readonly<Record<string, Holds>> = {
  'user-body-json': (body) => isJson(body),
  'sync-body-json': (body) => isJson(body),
  'user-id-prefix': (body) => String(userIn(body)['id']).startsWith('usr_'),
  'user-last-sync-iso8601': (body) => /\d{4}/.test(String(userIn(body)['last_sync'])),
  ...Object.fromEntries(
    ['absent', 'empty', 'scheme', 'made-up'].map((credential) => [
      `auth-${credential}-refused`,
      ((_, status) => status !== 200) satisfies Holds,
    ]),
  ),
};

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

function userIn(body: string): Readonly<Record<string, unknown>> {
  return JSON.parse(body).user;
}
