import { measuring, moreBackups, quieter, unchangedOptions } from './remedies.ts';

const fewerCalls = `Use at most {most} requests/s, or a machine that is quieter or has more cores.`;
/** Never advises a higher rate: that is another load, and wrong on a busy machine. */
const longer = `Run the test {times} longer: allow more time (--within), or use a longer --profile or --duration.{#longer}`;
const allowMore = `This run cannot make that many calls: declare a lower percentile (latency.percentile) or allow more calls.`;
const isShort = `{calls} calls are too few for {percentile}: {needed} are needed{why}.`;
const isFresh = `{slow} of {calls} calls that opened a connection were slow, and {slowOthers} of the {others} others: other clients may meet more slow connections.`;
const isBusy = `The load generator was short of processor time: {signs}.`;
const isSlower = `{made} requests/s were made instead of {due}.`;

/** What keeps an endpoint from a pass. `{share}`: what is known of its slow calls. */
export const latencyCauses = {
  'no-calls': `The endpoint was not called. → See why in the other findings, then run the test again.`,
  'not-sent': `{calls}: this machine had no free socket for them, or could not resolve the name of the service. → Raise the number of files that a process may open (ulimit -n), fix the resolver or the proxy, then run the test again.`,
  'lost-calls': `{lost} of {calls} calls were answered without a success, so their response times do not count. → Find out why the service does not answer these calls with a success: see Errors. If it turns them away (429), lower the rate.`,
  'every-request': `No number of requests can show that every request is under the limit. → Declare a percentile in the contract (latency.percentile).`,
  'few-calls': `${isShort} → ${longer}{#lessTime}`,
  'far-too-few-calls': `${isShort} → ${allowMore}{#lessTime}`,
  'short-window': `This run would have shown only stalls of up to {visible}; a pass requires that it shows stalls of {stall}. → Measure for at least {needed}, or declare a shorter stall (latency.maxStallMs).{#longer}{#lessTime}`,
  'error-answers': `{errors} of {calls} calls failed with an error in time, so it is not known how fast they succeed. → Find out why the service answers with an error: see Errors.`,
  'slow-when-disturbed': `Other programs disturbed this machine for {time}, which does not explain enough of the slow calls: up to {most} of all calls may have been slow because of the service. → ${quieter}`,
  'disturbed-calls': `Other programs slowed this machine for {time}. These seconds were not left out, because the service runs here, too, and its own work looks the same. → ${quieter}`,
  'companion-silent': `Not known in this run: {unknown}. → See in the k6 log why the companion process, which the command line starts beside k6, did not answer, then run the test again.`,
  'late-calls': `{late} of {calls} calls were made {time} late or later, because this machine was busy. → ${quieter}{#throughout}`,
  'lateness-unknown': `It is not known whether calls were made when they were due. → ${unchangedOptions}`,
  'far-away': `{share} → Measure from a machine closer to the service{orDeclare}.{#alike}`,
  'behind-proxy': `{share} → Reach the service without the proxy (NO_PROXY): beyond it nothing can be timed{orDeclare}.`,
  'few-handshakes': `{share} → Let this machine open further TCP connections to the service: too few could be timed{orDeclare}.`,
  'network-untimed': `{share} → Start the run with the command line: plain k6 times no connection that the service keeps open{orDeclare}.`,
  'not-steady': `The share of slow or failed calls changed during the run, so no single share describes it. → Let the service handle calls for a while before the run, or use a longer --profile; if the share still changes, the cause is the service.{#noise}`,
  'slow-connections': `${isFresh} → If more calls show the same, look at each backend behind the balancer, and at what a new connection costs the service.{#noise}`,
  'few-connections': `${isFresh} → ${longer}{#noise}`,
  'many-dropped': `{calls}. → Run doctor: if it finds this machine quiet, the service stalls, so make it faster, or declare longer stalls (latency.maxStallMs).{#noise}`,
  'rate-missed': `${isSlower} → ${quieter} Where this machine is quiet, the service does not keep up: use a lower --rate.{#noise}`,
  'rate-too-high': `${isSlower} → ${fewerCalls}{#noise}`,
  'unsteady-network': `{share} For up to {faster} the network may have taken less than the {takenOff} that were taken off. → Measure from a machine closer to the service: the time that this network takes varies too much.{#noise}`,
  'errors-unmeasured': `{share} → ${measuring('how slow calls cluster and what the load generator adds')}{#noise}`,
  'undecided-share': `{share} → ${longer}{#noise}`,
  'undecided-slow': `{share} → ${longer}{#noise}`,
  'undecided-backups': `{share} → ${moreBackups}{#draft}{#noise}`,
  'undecided-few-calls': `{share} → ${allowMore}{#noise}`,
  'share-too-close': `{share} → Make the service faster, or declare a lower percentile (latency.percentile): a longer run is unlikely to decide, because the share of slow calls is too close to the allowed share.{#noise}`,
} as const;

/** What makes the response times of an endpoint worthless. */
export const latencyVoids = {
  'no-service': `No call reached a service, so its response time is unknown. → Check the base URL and that the service is running.`,
  'clock-step': `The wall clock, which k6 measures with, was set during the run ({drift} off the monotonic clock, {impossible} impossible timings). → Run the test again at a time when the clock is not set.`,
  'control-lost': `The control endpoint did not work properly: {lost} of {calls} calls were lost, median service time {time}. → ${quieter}{#throughout}`,
} as const;

/** What a reader of the response times should know. Those that name noise: the surest sign first. */
export const latencyWarnings = {
  'not-settled': `The service was still getting faster when the warm-up ended, or may have been. → Let the service handle calls for a while before the run.`,
  'no-companion': `Not known in this run: {unknown}. → ${measuring('this')}`,
  'starved-service': `The service is on this machine, which was busy {busy} of the time, so slow calls do not fail the run. → Use a quieter machine, or move the service to another.{#throughout}`,
  disturbed: `Other programs disturbed this machine for {disturbed} of {time}, so that {calls} calls count. → Run the test on a quieter machine, or let the load go on for longer (--within).{#partly}`,
  'busy-machine': `${isBusy} → ${quieter} A lower --rate helps only where the generator itself keeps the machine busy.{#throughout}`,
  'busy-by-rate': `${isBusy} → ${fewerCalls}{#partly}`,
} as const;
