import type { Threshold } from 'k6/options';
import { lateFromMs } from '../checks/latency/measurement.ts';
import { limitMsOf } from '../checks/latency/reading.ts';
import { slowThreshold, stopCount } from '../reports/build/latency-finding.ts';
import { farOverKey } from '../reports/build/load.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import type { RunContext } from './run-context.ts';

type Thresholds = Record<string, Threshold[]>;

/**
 * The thresholds that decide k6's exit status. With the companion they hold only what makes a fail certain; without it everything
 * that could keep the verdict from being a pass, so that exit status and report agree.
 */
export function decidingThresholds(context: RunContext): Thresholds {
  const { load, settings, scenario, contract } = context;
  const exceptions = ['count==0'];
  if (load === null) return { exceptions };
  const always = { exceptions, ...ofEndpoints((endpoint) => earlyStop(context, endpoint)) };
  if (settings.companion !== null || load.shape !== 'steady' || !scenario.latencyDecides) return always;
  const dueCalls = (load.rate * load.measureMs) / 1000;
  const limitMs = limitMsOf(contract);
  return {
    ...always,
    dropped_calls: ['count==0'],
    made_calls: [`count>=${Math.floor(dueCalls * 0.99)}`],
    lateness: [`p(95)<${lateFromMs(limitMs)}`, `p(99)<${limitMs}`],
    negative_timings: ['count==0'],
    ...ofEndpoints((endpoint) => endpointThresholds(context, endpoint)),
  };
}

function ofEndpoints(thresholds: (endpoint: Endpoint) => Thresholds): Thresholds {
  return Object.assign({}, ...endpointNames.map(thresholds));
}

/** Ends the run as soon as this endpoint is certain to fail. */
function earlyStop({ planned }: RunContext, endpoint: Endpoint): Thresholds {
  const count = stopCount(planned, endpoint);
  return count === null
    ? {}
    : { [farOverKey(endpoint)]: [{ threshold: `count<${count}`, abortOnFail: true }] };
}

function endpointThresholds({ planned }: RunContext, endpoint: Endpoint): Thresholds {
  const slow = slowThreshold(planned, endpoint);
  const lost = ['failed', 'turned away', 'redirected', 'unauthorised', 'refused'];
  return {
    ...(slow === null ? {} : { [`slow{endpoint:${endpoint}}`]: [`count<=${slow}`] }),
    ...Object.fromEntries(
      lost.map((result) => [`calls{endpoint:${endpoint},result:${result}}`, ['count==0']]),
    ),
  };
}
