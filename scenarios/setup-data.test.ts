import { describe, expect, it } from 'vitest';
import { readAnswer } from '../checks/answer.ts';
import { documentChecks } from '../checks/catalogue.ts';
import { judge } from '../checks/check.ts';
import { conformantUser, exchangeWith, type Sketch, undeclared } from '../checks/exchange-fixture.ts';
import { keptCall, settle } from '../checks/meaning/settle.ts';
import { countJudged } from '../checks/tally.ts';
import { evidenceOf } from '../reports/evidence.ts';
import { redactor } from '../reports/secrets/redact.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { newRecords, type Records, recordCall, recordSeen, redactRecords } from './conformance/records.ts';
import { foundIn, handOn } from './setup-data.ts';

/** Answers with a text in every place that a service controls. */
function echoes(said: string): Sketch[] {
  const nested = { list: [said, { [said]: [said] }], [`x-${said}`]: { [said]: said } };
  const long = `${'x'.repeat(26)}${said}${'y'.repeat(200)}`;
  const headers = Object.fromEntries(
    ['www-authenticate', 'content-type', 'set-cookie', 'location', 'x-echo'].map((name) => [name, said]),
  );
  const user = { ...conformantUser, id: said, status: said, last_sync: said, [said]: said };
  return [
    { body: { [said]: said, ...nested }, response: { headers } },
    { body: { [said]: 1 } },
    { body: { user, [said]: nested } },
    { body: { user: { [said]: said } } },
    { body: { text: said, long, number: Number(said.replace(/\D/g, '')) } },
    { body: [said, nested] },
    { body: said },
    { text: said },
    { text: `{"${said}": 1, "${said}": }` },
    { text: long },
    ...[302, 400, 500, 503].map((status) => ({ text: said, response: { status, headers } })),
    { body: nested, response: { status: 422 } },
    { text: said, response: { status: 0, failure: 'reset', error: `malformed HTTP response "${said}"` } },
    { response: { status: 0, failure: 'bad location', headers, error: `parse "${said}"` } },
    { response: { address: said } },
    { sent: '{"data":"","algorithm":"AES-256-GCM"}', body: { [said]: said, ...nested, long } },
  ];
}

/** What setup() hands on after these answers, each repeated often enough to be learned from. */
function handedOn(token: string, answers: readonly Sketch[]): { records: Records; texts: string[] } {
  const redact = redactor([token]);
  const records = newRecords();
  const kept: ReturnType<typeof keptCall>[] = [];
  const evidence = { phase: 'conformance', baseUrl: 'http://service', redact, harness: 'harness' } as const;
  for (const answer of answers) {
    for (const endpoint of endpointNames) {
      for (const credential of ['token', 'token', 'absent'] as const) {
        const exchange = exchangeWith({ ...answer, endpoint, credential });
        const read = readAnswer(exchange, undeclared);
        recordSeen(records, read, (text) => text);
        if (credential === 'token') {
          recordCall(records, read, evidence);
          if (endpoint === 'encrypt') kept.push(keptCall(read));
        }
        for (const judged of judge(documentChecks, read)) {
          const keep = countJudged(records.tally, judged);
          if (judged.judgement.outcome === 'fail')
            keep?.(evidenceOf(exchange, judged.judgement, null, evidence));
        }
      }
    }
  }
  records.known = settle(kept, { user: [], sync: [], backup: [] }, undeclared, records.known).known;
  const redacted = redactRecords(records, redact);
  const { before, load } = foundIn(redacted, 1, { reachable: true });
  const summary = { seed: 1, startedAtMs: 0, problems: [], before };
  return { records: redacted, texts: Object.values(handOn(summary, load)) };
}

const repeated = (answers: readonly Sketch[]) => Array.from({ length: 8 }, () => answers).flat();

describe('what setup() hands on', () => {
  it.each(['canary/T0ken+with=odd~chars', 'canary-short', '123456789012'])(
    'holds no part of the token %s that a service repeats',
    (token) => {
      const all = echoes(token);
      const parts = [token.slice(0, 8), token.slice(1, 9), token.slice(-8)];
      for (const answers of [all, ...all.map((one) => [one])]) {
        for (const text of handedOn(token, repeated(answers)).texts) {
          expect(parts.filter((part) => text.includes(part))).toEqual([]);
        }
      }
    },
  );

  it('holds no beginning of the token that several texts have in common', () => {
    const answers = ['canary-short', 'canary-story', 'canary-sheep'].map((text) => ({ body: { text } }));
    for (const text of handedOn('canary-short', repeated(answers)).texts) {
      expect(text).not.toContain('"beginning":"canary-s');
    }
  });

  it('knows no place of results where the token is in its name, and no constant that is the token', () => {
    const body = { 'canary-token': 'x', echo: 'canary-token', other: 'x' };
    const { places } = handedOn('canary-token', repeated([{ body }])).records.known.results;
    expect(Object.entries(places).map(([path, { role }]) => [path, role])).toEqual([
      ['$.echo', 'free'],
      ['$.other', 'constant'],
    ]);
  });

  it('names the causes of failures that have evidence, so that the load makes no more', () => {
    const { texts } = handedOn('canary-token', [{ text: 'no JSON' }]);
    expect(JSON.parse(texts[1] ?? '').evidenced).toContain('user-body-json not JSON');
  });

  it.each([
    ['is handed on', 'Send a token', true],
    ['that holds a secret is not', 'canary-token is unknown', false],
  ])('a refusal %s', (_, body, isKept) => {
    const refusal = { status: 401, body, said: ['text/plain'] };
    const { load } = foundIn(redactRecords({ ...newRecords(), refusal }, redactor(['canary-token'])), 1);
    expect(load.refusal).toEqual(isKept ? refusal : null);
  });

  it('has a command for the first valid call that ended in each way', () => {
    const [first, second] = [{ body: 'no' }, { body: 'still no' }];
    const { errors } = handedOn('canary-token', [
      { ...first, response: { status: 422 } },
      { ...second, response: { status: 422 } },
    ]).records;
    const { curl, example, count } = errors.encrypt?.['HTTP 422'] ?? {};
    expect(curl).toMatch(/^curl -i -X POST 'http:\/\/service\/api\/v1\/encrypt' /);
    expect([example, count]).toEqual(['"no"', 4]);
  });
});
