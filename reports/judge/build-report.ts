import { distinct } from '../../checks/add-up.ts';
import { noCalls } from '../../checks/calls/calls.ts';
import { said } from '../../checks/causes.ts';
import { noSeenAnswers } from '../../checks/draft/seen-answers.ts';
import { cut } from '../../checks/json-body.ts';
import { type ObservationId, observationKinds } from '../../checks/observations.ts';
import { outcomeTags } from '../../checks/tally.ts';
import type { ErrorCount } from '../../dist/facts-types.ts';
import { endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { clauseRows } from '../clause-rows.ts';
import { comparisonSummary } from '../comparison/comparison-summary.ts';
import { type BeforeLoad, type Facts, nothingToLoad, type RunPlan, type SeenFacts } from '../facts.ts';
import { countOf, figureOf } from '../read-metrics.ts';
import type { ErrorGroup, Generator, Observation, Report, TokenProbes } from '../report.ts';
import { decide } from '../verdict.ts';
import { answerFindings } from './answer-findings.ts';
import { endOf } from './completeness.ts';
import { contractSummary } from './contract-summary.ts';
import { loadSummary } from './load.ts';
import { settleFindings } from './settle-findings.ts';

/** Builds the report of a run. Everything is judged here, from the facts. */
export function buildReport(facts: Facts): Report {
  const { plan, metrics } = facts;
  const before = facts.before ?? nothingSeen;
  const seen = { ...facts, before };
  const { load, completeness, causes: withheld } = endOf(facts);
  const isLoaded = load !== null && facts.problems.length === 0 && !nothingToLoad(before);
  const made = isLoaded ? loadSummary({ ...seen, load }) : null;
  const comparison = comparisonSummary(plan, metrics, facts.generators === 1 && plan.loadShare === 1);
  const { findings, causes } = settleFindings(
    answerFindings(seen, made?.failureBursts ?? null),
    [...(made?.findings ?? []), ...comparison.findings],
    seen,
  );
  const isPart = plan.load !== null && plan.loadShare <= 0.999;
  const further = [
    ...causes,
    ...withheld,
    ...(made?.causes ?? []),
    // What holds under part of a load says nothing about the whole load.
    ...(isPart ? [said('part-of-load', { share: Math.round(plan.loadShare * 100) })] : []),
  ];
  const decision = decide(findings, further, completeness, crossedOf(facts));
  const observations = observationsFrom(before);
  const { k6Version, isOnThisMachine: _, ...run } = facts.run;
  return {
    schemaVersion: 1,
    tool: facts.tool,
    run: { ...run, scenario: plan.scenario, profile: plan.profile, completeness },
    ...decision,
    reason: [
      decision.reason,
      ...(load === null || load.shape === 'steady' ? [] : [shownOnly]),
      ...(run.transport?.unverified === true ? [unverified] : []),
      ...(plan.load === null && decision.verdict === 'pass' ? [timesUnjudged] : []),
      ...(facts.generators > 1 ? [`Merged from ${facts.generators} load generators.`] : []),
    ].join(' '),
    findings,
    clauses: clauseRows(findings, observations),
    observations,
    endpoints: made?.endpoints ?? [],
    load: made?.result ?? null,
    errors: errorsFrom(seen),
    availability: made?.availability ?? null,
    generator: generatorOf(facts, before),
    contract: contractSummary(facts),
    ...(before.reachable ? { tokenProbes: tokenProbesOf(before, plan) } : {}),
    ...(before.space.length === 0 ? {} : { space: before.space }),
    ...(comparison.result === null ? {} : { comparison: comparison.result }),
  };
}

const shownOnly = 'The load changes during the run: response times are shown, not judged.';
const timesUnjudged = 'Response times were not judged: gate and load judge them.';
const unverified = 'The certificate of the service was not verified.';

const nothingSeen: BeforeLoad = {
  endedAtMs: 0,
  reachable: false,
  tally: {},
  calls: noCalls(),
  observations: {},
  errors: {},
  tokenProbes: { ways: {}, places: {} },
  answers: noSeenAnswers(),
  space: [],
  refusedClasses: [],
  roundTrip: null,
  networkTakenOffMs: 0,
  warmUp: null,
};

/** Crossed thresholds that count: none with a companion. For several generators, the number of calls is judged elsewhere. */
function crossedOf({ plan, crossed, generators }: Facts): readonly string[] {
  if (plan.hasCompanion) return [];
  return generators === 1 ? crossed : crossed.filter((one) => !one.startsWith('made_calls '));
}

function tokenProbesOf({ tokenProbes }: BeforeLoad, plan: RunPlan): TokenProbes {
  const ways = Object.keys(tokenProbes.ways);
  return {
    ways: ways.length,
    // Leaves out where the right token stood in the same request.
    kinds: distinct(ways.map((way) => way.replace(/, with the token as .*/, ''))),
    changedCharacters: Object.keys(tokenProbes.places).length,
    characters: plan.tokenCharacters,
    ...(plan.isTokenReadInEitherCase === true ? { otherCaseUntried: true } : {}),
  };
}

function observationsFrom({ observations }: BeforeLoad): Observation[] {
  return (Object.keys(observationKinds) as ObservationId[]).flatMap((id) =>
    endpointNames.flatMap((name) => {
      const seen = observations[id]?.[name];
      if (seen === undefined) return [];
      const { clause, title } = observationKinds[id];
      const counted = Object.entries(seen.counts).map(([value, count]) => ({ value, count }));
      const values = counted.toSorted((a, b) => b.count - a.count);
      return { id, clause, title, endpoint: endpointTitle(name), values, more: seen.more };
    }),
  );
}

/** Valid calls that did not succeed, before and under load, by cause. Examples come from before the load. */
function errorsFrom({ before, metrics }: SeenFacts): ErrorGroup[] {
  return endpointNames
    .flatMap((endpoint) => {
      const early = before.errors[endpoint] ?? {};
      return distinct([...Object.keys(early), ...outcomeTags]).map((cause) => {
        const { count = 0, example = '', curl = '' }: Partial<ErrorCount> = early[cause] ?? {};
        const all = count + countOf(metrics, 'outcomes', { endpoint, outcome: cause });
        return { endpoint: endpointTitle(endpoint), cause, count: all, example: cut(example, 300), curl };
      });
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

/** The load generator as described by the companion and k6's own metrics. */
function generatorOf({ metrics, machine, run }: Facts, before: BeforeLoad): Generator {
  return {
    k6Version: run.k6Version,
    ...machine,
    latenessP99Ms: figureOf(metrics, 'lateness', 'p(99)'),
    roundTripFloorMs: before.roundTrip?.floorMs ?? null,
  };
}
