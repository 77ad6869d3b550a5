import { expect, it } from 'vitest';
import { failingReport } from '../failing-fixture.ts';
import type { EndpointResult } from '../report.ts';
import { renderHtml } from './html.ts';

it('counts the slow calls of the time that decides, where some was left out', () => {
  const slowCalls = [
    { what: '20 ms or longer', count: 70 },
    { what: 'not answered', count: 7 },
  ];
  const { endpoints, ...report } = failingReport();
  const pageWith = (latency: Partial<EndpointResult['latency']>) =>
    renderHtml({
      ...report,
      endpoints: endpoints.map((one) => ({ ...one, latency: { ...one.latency, slowCalls, ...latency } })),
    });
  const quiet = { seconds: 9, leftOut: { seconds: 4 } };
  const row = '<dt>Slow calls<dd>70 × 20 ms or longer, 7 × not answered';
  expect(pageWith({}).split(`${row}<`)).toHaveLength(endpoints.length + 1);
  const ofQuiet = `${row}, in the time that other programs did not disturb<`;
  expect(pageWith({ quiet }).split(ofQuiet)).toHaveLength(endpoints.length + 1);
});

it('says of calls without a success no more than is true of all of them', () => {
  const { endpoints, ...report } = failingReport();
  const page = renderHtml({ ...report, endpoints: endpoints.map((one) => ({ ...one, lost: 7 })) });
  expect(page).toMatch(/<dt>Calls<dd>[^<]* succeeded, [^<]*, 7 others answered without a success</);
});

it('says what stands in the way of an undecided verdict, and warnings of every other', () => {
  const { endpoints, ...report } = failingReport();
  const reason = 'The machine was busy.';
  const pageWith = (verdict: 'pass' | 'inconclusive', effect: 'no-pass' | 'warning') => {
    const condition = { id: 'busy', effect, reason, remedy: 'Wait.' };
    const [first] = endpoints as [EndpointResult];
    const latency = { ...first.latency, verdict, conditions: [condition] };
    return renderHtml({ ...report, endpoints: [{ ...first, latency }] });
  };
  expect(pageWith('inconclusive', 'no-pass')).toContain(`<dt>Prevents a pass<dd>${reason} → Wait.`);
  expect(pageWith('pass', 'warning')).toContain(`<dt>Warning<dd>${reason} → Wait.`);
  expect(pageWith('pass', 'no-pass')).not.toContain(reason);
});
