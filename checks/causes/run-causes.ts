import { decodeFirst, measuring, unchangedOptions } from './remedies.ts';

/** Why there is no verdict. Why no answer could be read, k6 says in its own words. */
export const endCauses = {
  'open-files': `→ Raise the number of files that this process may open: ulimit -n.`,
  'proxy-refuses': `→ Check the proxy that HTTP_PROXY or HTTPS_PROXY names, or list the host in NO_PROXY.`,
  'unknown-host': `→ Check the host in the base URL, and that this machine can resolve its name.`,
  unresolved: `→ Check that this machine can resolve the host in the base URL.`,
  'other-host-certificate': `→ Use a host name for which the certificate of the service was issued.`,
  'unknown-authority': `→ Trust the authority of its certificate with --cacert, or run with --insecure.`,
  'bad-certificate': `→ Renew or correct the certificate of the service, and check the clock of this machine. --insecure goes on without verifying it.`,
  'client-certificate': `→ The service requires a client certificate that it trusts: use --cert and --key.`,
  'no-tls': `→ The port does not speak TLS. If it speaks plain HTTP, write http://; otherwise check the host and the port.`,
  'other-tls': `→ The service must offer TLS 1.2 or 1.3 for this host name. If it requires a client certificate, use --cert and --key.`,
  'tls-spoken': `→ The port speaks TLS: write https://.`,
  unreachable: `→ Check that the service is running and that the base URL is right.`,
  'unreadable-coding': `→ ${decodeFirst}`,
  unread: `→ Check the base URL, and whether HTTP or HTTPS is spoken there.`,
  withdrawn: `{reason} → See k6.log, then run the test again.`,
  interrupted: `The run was interrupted after {calls}. → Run the test again.`,
  'ended-interrupted': `The run was interrupted. → Run the test again.`,
  'ended-unreachable': `The service could not be reached. → Run the test again.`,
  'ended-broken': `The harness failed. → Run the test again.`,
  contradiction: `{contradiction} → ${unchangedOptions}`,
  problem: `{problem} → Correct it, then run the test again.`,
  exception: `{users} ended with an exception in the harness. → See the k6 log.`,
} as const;

/** What keeps a run that came to its end from a pass. */
export const runCauses = {
  'behind-plan': `The load generator could not keep up: it reached only {calls}. → Use a machine with more processors, or a lower --rate.`,
  'service-down': `The service was down when the next load was due: {calls} could not be made. → Find out why the service stopped answering, then run the test again.`,
  'gone-at-end': `{endpoint} could no longer be reached at the end of the run: {calls} could not connect. → Find out why the service stopped answering, then run the test again.`,
  'silent-at-end': `{endpoint} did not answer any call at the end of the run, after the load had come down again. → Find out why the service stopped answering, then run the test again.`,
  'broken-early': `{endpoint} broke the limit or did not succeed at {rate}, no more than the rate of an ordinary load. → Judge that rate by itself: run load.`,
  'part-of-load': `Only {share} % of the planned load was made. → Merge the run folders of all load generators.`,
  'nothing-proven': `Nothing was proven: no check had anything to judge. → See the errors.`,
  'threshold-crossed': `Without its companion process the harness has stricter limits, and this run crossed {thresholds}. → ${measuring('its own error')}`,
  'waiver-untested': `The waiver of {check} was not tested: the check had nothing to judge. → Remove the waiver unless the check failed in other runs.`,
} as const;

/** What fails a run besides a broken rule, and what to do about slow calls. */
export const failCauses = {
  'waiver-expired': `The waiver of {check} expired on {expires}. → Fix the service and remove the waiver, or set a later date.`,
  'waiver-unused': `The waiver of {check} is unused: the check passes. → Remove the waiver.`,
  slow: `→ Make this endpoint faster, or declare in the contract what you promise: latency.percentile, latency.limitMs.`,
  'slower-than-declared': `→ Make this endpoint faster, or declare a promise that it keeps.`,
} as const;
