import { describe, expect, it } from 'vitest';
import { emptyTally } from '../checks/tally.ts';
import { factsInLog } from './after/facts-in-log.ts';
import { mergeProblems } from './after/merge-problems.ts';
import { addFacts } from './after/merged-facts.ts';
import { type Facts, factsLine, readFacts } from './facts.ts';
import { loadCalls, loadFacts } from './facts-fixture.ts';
import { hostileTexts } from './hostile-fixture.ts';

const whole = loadFacts(loadCalls(() => 2));

function part(segment: string, loadShare = 0.25): Facts {
  const { run, plan } = whole;
  return { ...whole, run: { ...run, id: segment }, plan: { ...plan, segment, loadShare } };
}

describe('facts in a log', () => {
  it('are found in the logs of many pods, whatever stands before', () => {
    const lines = ['0:1/2', '1/2:1'].map((segment) => factsLine(part(segment)));
    const log = [
      'time="2026" level=warning msg=x',
      lines[0],
      '',
      `[pod/gate-2/k6] 2026-11-22T08:00:00Z ${lines[1]}\r`,
    ];
    expect(factsInLog(log.join('\n')).map(({ plan }) => plan.segment)).toEqual(['0:1/2', '1/2:1']);
  });

  it('are never what a service says: k6 quotes it, and in our own line it is part of JSON', () => {
    const said = factsLine(part('0:1'));
    const ours = factsLine({ ...part('1/4:1/2'), problems: [`\n${said}\n`, ...hostileTexts] });
    const log = [
      `time="2026" level=warning msg=${JSON.stringify(`evidence ${said}`)}`,
      JSON.stringify({ evidence: said }),
    ];
    expect(factsInLog([...log, ours].join('\n')).map(({ plan }) => plan.segment)).toEqual(['1/4:1/2']);
  });

  it('hold what they held, and no command of a CI', () => {
    const facts = { ...part('0:1'), problems: ['##[error]', '###vso[x]', ...hostileTexts] };
    expect(factsLine(facts)).not.toMatch(/##/);
    expect(factsInLog(factsLine(facts))).toEqual([facts]);
  });

  it('that are cut off are an error where the end is a brace, else none', () => {
    const line = factsLine(part('0:1/2'));
    expect(factsInLog(line.slice(0, -3))).toEqual([]);
    expect(() => factsInLog(`${line.slice(0, 90)}}`)).toThrow('not JSON');
  });
});

it('facts that lack a number which a pass rests on are refused', () => {
  const text = JSON.stringify({
    ...whole,
    before: {
      ...whole.before,
      tally: { 'user-body-json': { ...emptyTally(), outcomes: { pass: 1, contested: 0, undecided: 0 } } },
    },
  });
  expect(() => readFacts(text)).toThrow('must have the field fail');
  const { absent: _, ...conformance } = whole.plan.conformance;
  const unplanned = JSON.stringify({ ...whole, plan: { ...whole.plan, conformance } });
  expect(() => readFacts(unplanned)).toThrow('must have the field absent');
});

describe('segments are merged', () => {
  const quarters = ['0:1/4', '1/4:1/2', '1/2:3/4', '3/4:1'];
  const problems = (...segments: string[]) =>
    mergeProblems(
      segments.map((segment, index) => ({ ...part(segment), run: { ...whole.run, id: `${index}` } })),
      segments,
    );

  it('where they are the whole', () => {
    expect(problems(...quarters)).toEqual([]);
    const [first, ...others] = quarters.map((segment) => part(segment));
    if (first === undefined) throw new Error('no quarters');
    const { plan } = addFacts([first, ...others]);
    expect([plan.loadShare, plan.segment]).toEqual([1, undefined]);
  });

  it('and refused where one is missing or there twice', () => {
    const missing = /^A part is missing: these 3 runs make 75 % of the load/;
    for (const one of quarters)
      expect(problems(...quarters.filter((other) => other !== one))[0]).toMatch(missing);
    expect(problems('0:1/4', '0:1/4', '1/2:3/4', '3/4:1')[0]).toMatch(/overlap/);
    const longer = { ...whole, plan: { ...whole.plan, loads: { most: 2, made: 1 } } };
    expect(mergeProblems([whole, { ...longer, run: { ...whole.run, id: 'b' } }], ['a', 'b'])).toEqual([
      'b was not made like a: loads.most is 2, there 1.',
    ]);
    const nameless = [0.5, 0.25].map((loadShare, index) => {
      const { segment: _, ...plan } = part('', loadShare).plan;
      return { ...whole, run: { ...whole.run, id: `${index}` }, plan };
    });
    expect(mergeProblems(nameless, ['a', 'b'])[0]).toMatch(/^A part is missing: these 2 runs make 75 %/);
  });
});
