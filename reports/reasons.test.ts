import { describe, expect, it } from 'vitest';
import { noCalls } from '../checks/calls/calls.ts';
import { checkToken } from '../checks/causes/remedies.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { conformanceFacts } from './facts-fixture.ts';
import { failingReport, farReport, inconclusiveReport } from './failing-fixture.ts';
import { renderMarkdown } from './formats/markdown.ts';
import { renderTerminal } from './formats/terminal.ts';
import { gateFacts, gateReport } from './gate-fixture.ts';
import { renderHtml } from './html/html.ts';
import { buildReport } from './judge/build-report.ts';
import { outcomeOf } from './outcome.ts';
import { withFinding } from './passing-fixture.ts';
import { type Reason, reasonsOf } from './reasons.ts';
import type { Report } from './report.ts';

const checksOf = (reasons: readonly Reason[]) => reasons.map(({ findings }) => findings[0]?.check);

/** A run in which all valid calls of these endpoints were refused in the same way. */
function refused(names: readonly (typeof endpointNames)[number][], outcome: string): Report {
  const { before } = conformanceFacts();
  const calls = noCalls();
  for (const name of endpointNames) {
    const isRefused = names.includes(name);
    const result = !isRefused ? 'succeeded' : outcome === 'HTTP 401' ? 'unauthorised' : 'refused';
    calls[name].results[result] = 400;
    if (isRefused) calls[name].outcomes[outcome] = 400;
  }
  return buildReport(conformanceFacts({ before: before && { ...before, calls } }));
}

describe('a token that is refused', () => {
  const report = refused(['encrypt', 'backup'], 'HTTP 401');
  const [reason, ...others] = reasonsOf(report);

  it('is one reason for both endpoints, with what to do and how much follows from it', () => {
    expect(others).toEqual([]);
    expect(reason).toMatchObject({
      title: 'The token was refused (POST /api/v1/encrypt, POST /api/v1/backup/create)',
      remedy: checkToken,
      consequence: '4 further checks could not be decided because of this.',
    });
    expect(reason?.findings.map(({ check }) => check)).toEqual(['encrypt-offered', 'backup-offered']);
    expect(outcomeOf(report)).toBe('inconclusive');
  });

  it('stays in every finding and every cause of report.json', () => {
    const ofRefusals = report.findings.filter(({ check }) => check.startsWith('auth-'));
    const open = ofRefusals.filter(({ verdict }) => verdict === 'inconclusive');
    expect(open.map(({ because }) => because)).toEqual(open.map(() => 'encrypt-offered'));
    expect(report.causes).toHaveLength(2 + open.length);
    expect(report.causes[0]?.check).toBe('encrypt-offered');
  });

  it.each([
    ['terminal', renderTerminal(report, { colour: false, folder: 'x' })],
    ['summary', renderMarkdown(report)],
    ['page', renderHtml(report).replace(/<title>.*<\/title>|<tr>.*/g, '')],
  ])('is said once on the %s', (_, text) => {
    expect(text.match(/The token was refused/g)).toHaveLength(1);
    expect(text.match(/Check that .{0,6}ACCESS/g)).toHaveLength(1);
  });

  it('says on the page how much follows from it', () => {
    expect(renderHtml(report).match(/4 further checks could not be decided because of this\./g)).toHaveLength(
      1,
    );
  });
});

it('folds what lacks answers because of a limit on the rate, and nothing else', () => {
  const { before } = conformanceFacts();
  const calls = noCalls();
  for (const name of endpointNames) calls[name].results.succeeded = 400;
  Object.assign(calls.user.results, { succeeded: 36, 'turned away': 364 });
  calls.user.outcomes['HTTP 429'] = 364;
  const tally = Object.fromEntries(
    Object.entries(before?.tally ?? {}).map(([check, seen]) => {
      if (!check.startsWith('user-')) return [check, seen];
      const outcomes = { ...seen.outcomes, pass: 36 };
      if (check !== 'user-id-prefix') return [check, { ...seen, outcomes }];
      return [
        check,
        {
          ...seen,
          outcomes: { ...outcomes, pass: 400, undecided: 3 },
          undecided: { odd: { count: 3, example: '' } },
        },
      ];
    }),
  );
  const report = buildReport(conformanceFacts({ before: before && { ...before, calls, tally } }));
  const [reason, odd, ...others] = reasonsOf(report);
  expect(reason?.findings[0]?.check).toBe('user-offered');
  expect(reason?.consequence).toMatch(/^\d+ further checks could not be decided because of this\.$/);
  expect([odd?.findings[0]?.check, ...others]).toEqual(['user-id-prefix']);
});

it('keeps apart an endpoint that fails sometimes and one that always fails', () => {
  const { before } = conformanceFacts();
  const calls = noCalls();
  for (const name of endpointNames) calls[name].results.succeeded = 400;
  Object.assign(calls.user.results, { failed: 16 });
  Object.assign(calls.sync.results, { succeeded: 0, failed: 400 });
  for (const name of ['user', 'sync'] as const) calls[name].outcomes['HTTP 500'] = calls[name].results.failed;
  const reasons = reasonsOf(buildReport(conformanceFacts({ before: before && { ...before, calls } })));
  expect(checksOf(reasons)).toEqual(expect.arrayContaining(['user-offered', 'sync-offered']));
});

it('does not fold what is ambiguous although no valid call succeeded', () => {
  const { before } = conformanceFacts();
  const calls = noCalls();
  for (const name of endpointNames) calls[name].results.succeeded = name === 'encrypt' ? 0 : 400;
  calls.encrypt.results.unauthorised = 400;
  calls.encrypt.outcomes['HTTP 401'] = 400;
  const seen = before?.tally['auth-absent-refused'];
  if (seen === undefined) throw new Error('the fixture has no such check');
  const odd = {
    ...seen,
    outcomes: { ...seen.outcomes, undecided: 400 },
    undecided: { odd: { count: 400, example: '' } },
  };
  const tally = { ...before?.tally, 'auth-absent-refused': odd };
  const report = buildReport(conformanceFacts({ before: before && { ...before, calls, tally } }));
  expect(checksOf(reasonsOf(report))).toEqual(['encrypt-offered', 'auth-absent-refused']);
});

it('names a base URL that is wrong once, for all endpoints', () => {
  const reasons = reasonsOf(refused(endpointNames, 'HTTP 404'));
  expect(reasons.map(({ remedy }) => remedy)).toEqual([
    expect.stringMatching(/^Every endpoint answered 404 or 405\. Check the base URL/),
  ]);
});

it('hides nothing behind an endpoint of which calls succeeded, nor a fail', () => {
  const { before } = conformanceFacts();
  const findings = refused(['encrypt'], 'HTTP 401').findings;
  expect(findings.filter(({ because, verdict }) => because !== undefined && verdict === 'fail')).toEqual([]);
  const report = buildReport(conformanceFacts({ before: before && { ...before, tally: {} } }));
  expect(report.findings.filter(({ because }) => because !== undefined)).toEqual([]);
  expect(report.verdict).toBe('inconclusive');
});

describe('the headline', () => {
  it('names the endpoints and why nothing can be decided, in about two lines', () => {
    const { reason } = inconclusiveReport();
    expect(reason).toMatch(/^Could not tell whether the p99 of each of 3 endpoints is under 20 ms\. /);
    expect(reason.length).toBeLessThan(200);
  });

  it('keeps the title where the text is long, and leaves the rest of it to a card', () => {
    const facts = gateFacts({ medianMs: { user: 25, encrypt: 25, sync: 25 } });
    const report = buildReport({ ...facts, machine: { ...facts.machine, boxBusyShare: 0.97 } });
    expect([report.verdict, report.reason]).toEqual([
      'inconclusive',
      expect.stringMatching(
        /^Could not tell whether the p99 of each of 3 endpoints is under 20 ms\. The service is on this .* do not fail the run\.$/,
      ),
    ]);
    const [banner = '', rest = ''] = renderHtml(report).split('<main');
    expect(banner).not.toContain('calls took');
    expect(rest).toMatch(/<h3.*3 endpoints.*<\/h3>\n<p>1\s163 of 1\s544 calls took 20\sms or longer/);
  });

  it('cuts what is too long, after the title', () => {
    expect(farReport().reason).toMatch(
      /^Could not tell whether the p99 of each of 4 endpoints is.* The network .*…$/,
    );
    expect(renderHtml(farReport()).split('<main')[1]).toContain('for the caller or at the service.');
  });

  it('names the endpoint and what was counted of a fail', () => {
    const findings = withFinding(failingReport().findings, 'user-id-prefix', { verdict: 'pass' });
    const [reason] = reasonsOf({ ...failingReport(), causes: failingReport().causes.slice(1), findings });
    expect(reason?.headline).toMatch(
      /^The p99 of POST \/api\/v1\/encrypt is not under 20 ms: 148 of 1\D544 calls took 20 ms or longer/,
    );
  });
});

describe('endpoints that fail in one way', () => {
  const slow = gateReport({ medianMs: { user: 30, encrypt: 30, sync: 30, backup: 6 } });

  it('are one reason, with what is true of all of them', () => {
    const [reason, ...others] = reasonsOf(slow);
    expect(others).toEqual([]);
    expect(reason?.title).toBe('The p99 of each of 3 endpoints is not under 20 ms');
    expect(reason?.findings).toHaveLength(3);
    expect(slow.findings.filter(({ verdict }) => verdict === 'fail')).toHaveLength(3);
  });

  it.each([
    ['terminal', renderTerminal(slow, { colour: false, folder: 'x' })],
    ['summary', renderMarkdown(slow)],
    ['page', renderHtml(slow).replace(/<title>.*<\/title>/, '')],
  ])('are told to be faster once on the %s', (_, text) => {
    expect(text.match(/Make this endpoint faster/g)).toHaveLength(1);
  });
});

describe('endpoints that each need a load of another length', () => {
  const open = gateReport({
    bursts: { user: ['HTTP 503', 3], encrypt: ['HTTP 503', 4], sync: ['HTTP 503', 5] },
  });
  const lengths = (text: string) => [...new Set(text.match(/[\d.]+ times longer/g))];

  it('have the remedy of the one that needs the longest, and are one reason', () => {
    const times = open.endpoints.map(({ latency }) =>
      Math.max(...latency.conditions.map(({ longerTimes = 0 }) => longerTimes)),
    );
    expect(new Set(times).size).toBeGreaterThan(2);
    const remedies = open.findings.flatMap(({ remedy }) => lengths(remedy));
    expect(remedies).toEqual(Array(3).fill(`${Math.ceil(Math.max(...times) * 10) / 10} times longer`));
    expect(reasonsOf(open).filter(({ title }) => title.includes('each of 3 endpoints'))).toHaveLength(1);
  });

  it.each([
    ['summary', renderMarkdown(open)],
    ['page', renderHtml(open).replace(/<tr>.*/g, '')],
  ])('say it once on the %s', (_, text) => {
    expect(text.match(/[\d.]+ times longer/g)).toHaveLength(1);
  });
});

describe('what a draft of a contract may declare', () => {
  const drafts = (text: string) => text.match(/(?:npx|node) \S+ contract init --from [^`\s]+/g);

  it('has the command that drafts it, once', () => {
    const remedies = reasonsOf(refused(['sync', 'backup'], 'HTTP 422')).map(({ advice }) => advice);
    expect(remedies.filter((remedy) => drafts(remedy))).toHaveLength(1);
  });

  it('has the whole command on the terminal, for this run', () => {
    const open = refused(['backup'], 'HTTP 422');
    const text = renderTerminal(open, { colour: false, folder: 'results/a run' });
    expect(text).toContain("npx encryption-backup-harness@0 contract init --from 'results/a run'\n");
    expect(text).not.toContain('RUN');
    const inClone = { ...open, run: { ...open.run, harness: 'node cli/bin.mjs' } };
    expect(drafts(renderMarkdown(inClone))).toEqual(['node cli/bin.mjs contract init --from RUN']);
  });

  it('is not all that can be done', () => {
    expect(drafts(renderHtml(refused(['encrypt'], 'HTTP 401')))).toBeNull();
  });
});
