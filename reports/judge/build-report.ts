import { noCalls } from '../../checks/calls/calls.ts';
import { said } from '../../checks/causes.ts';
import { clauseRows } from '../clause-rows.ts';
import { comparisonSummary } from '../comparison/comparison-summary.ts';
import { type BeforeLoad, type Facts, nothingToLoad, type RunPlan, type SeenFacts } from '../facts.ts';
import { type Report, schemaVersion, type TokenProbes, type VerdictCause } from '../report.ts';
import { agreeWithK6, causedBy, decide } from '../verdict.ts';
import { answerFindings } from './answer-findings.ts';
import { availabilityOf } from './availability.ts';
import { endOf, goneCauses, measuredLoad } from './completeness.ts';
import { contractSummary } from './contract-summary.ts';
import { loadMade, loadSummary } from './load.ts';
import { errorsFrom, generatorOf, observationsFrom } from './observed.ts';
import { settleFindings } from './settle-findings.ts';

/** Builds the report of a run. Everything is judged here, from the facts. */
export function buildReport(facts: Facts): Report {
  const { plan, metrics } = facts;
  const seen: SeenFacts = { ...facts, before: facts.before ?? nothingSeen };
  const { before } = seen;
  const wholeLoad = loadMade(facts);
  const load = measuredLoad(facts, wholeLoad);
  const isLoaded = load !== null && facts.problems.length === 0 && !nothingToLoad(before);
  const made = isLoaded ? loadSummary(seen, load) : null;
  const availability = availabilityOf(plan.contract, load, made?.endpoints ?? []);
  const comparison = comparisonSummary(plan, metrics, facts.generators === 1 && plan.loadShare === 1);
  const { findings, causes } = settleFindings(
    answerFindings(seen, made?.failureBursts ?? null),
    [...(made?.findings ?? []), ...availability.findings, ...comparison.findings],
    seen,
  );
  const { completeness, causes: withheld } = endOf(facts);
  const further = [
    ...causes,
    ...withheld,
    ...(isLoaded ? goneCauses(facts, load) : []),
    ...partialLoad(plan),
  ];
  const decision = agreeWithK6(decide(findings, further, completeness), crossedOf(facts));
  const observations = observationsFrom(before);
  const { k6Version, isOnThisMachine: _, ...run } = facts.run;
  return {
    schemaVersion,
    tool: facts.tool,
    run: { ...run, scenario: plan.scenario, profile: plan.profile, completeness },
    ...decision,
    reason: [
      decision.reason,
      ...(load === null || load.shape === 'steady' ? [] : [shownOnly]),
      ...(run.transport?.unverified === true ? [unverified] : []),
      ...(facts.generators > 1 ? [`Merged from ${facts.generators} load generators.`] : []),
    ].join(' '),
    findings,
    clauses: clauseRows(findings, observations),
    observations,
    endpoints: made?.endpoints ?? [],
    load: made?.result ?? null,
    errors: errorsFrom(seen),
    availability: availability.result,
    generator: generatorOf(seen),
    contract: contractSummary(facts, wholeLoad),
    ...(before.reachable ? { tokenProbes: tokenProbesOf(before, plan) } : {}),
    ...(before.space === undefined || before.space.length === 0 ? {} : { space: before.space }),
    ...(comparison.result === null ? {} : { comparison: comparison.result }),
  };
}

const shownOnly = 'The load changes during the run: response times are shown, not judged.';
const unverified = 'The certificate of the service was not verified.';

const nothingSeen: BeforeLoad = {
  endedAtMs: 0,
  reachable: false,
  tally: {},
  calls: noCalls(),
  observations: {},
  errors: {},
  tokenProbes: { ways: {}, places: {} },
  refusedClasses: [],
  roundTrip: null,
  calibration: null,
  warmUp: null,
};

/** Crossed thresholds that count: none with a companion. For several generators, the number of calls is judged elsewhere. */
function crossedOf({ plan, crossed, generators }: Facts): readonly string[] {
  if (plan.hasCompanion) return [];
  return generators === 1 ? crossed : crossed.filter((one) => !one.startsWith('made_calls '));
}

/** What holds under part of a load says nothing about the whole load. */
function partialLoad({ load, loadShare }: RunPlan): VerdictCause[] {
  if (load === null || loadShare > 0.999) return [];
  return [causedBy(said('part-of-load', { share: Math.round(loadShare * 100) }))];
}

function tokenProbesOf(
  { tokenProbes: { ways, places } }: BeforeLoad,
  { tokenCharacters, isTokenReadInEitherCase }: RunPlan,
): TokenProbes {
  return {
    ways: Object.keys(ways).length,
    changedCharacters: Object.keys(places).length,
    characters: tokenCharacters,
    ...(isTokenReadInEitherCase === true ? { otherCaseUntried: true } : {}),
  };
}
