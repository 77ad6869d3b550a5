import { daysOf, grouped, marksText, percent, table } from '../record.ts';
import { dueVerdict, markOf } from './judged.ts';
import { factors } from './matrix.ts';
import { type Asked, nameOf, type Run, wasQuiet } from './network-run.ts';

export function page(runs: readonly Run[]): string {
  const marked = (some: readonly Run[], profile: Asked['profile']) =>
    marksText(
      some
        .filter((run) => run.profile === profile)
        .flatMap((run) => run.readings.map((reading) => markOf(reading, run))),
    );
  return `# A service that is far away

\`node bench/run.mjs network\` has \`load\` judge the server of known response times over a path of known round trip, jitter and
loss: two network namespaces, and between them \`far-path.c\`, which holds and loses their packets. It needs Linux, root, a C
compiler and Go. TLS 1.3 and HTTP/2 end in \`tls-end.go\` beside the server, before 2026-11-23 11:00 in a Node process that took more of the
machine; k6 runs with \`--nice\`. ${runs.length} runs, ${daysOf(runs)}, on MACHINE.
Each gives three verdicts: on user, encrypt and sync.

A pass is wrong where more than 1 % of the calls took 20 ms or longer: as the client saw them, or, with \`latency.at: service\`, by
the server's own clock. A fail is wrong where at most 1 % did by the server's own clock; with \`latency.at: client\`, where round
trip, jitter and service time together are under the limit, or the client saw no more slow calls.

${table(
  ['latency.at', 'service', 'quick', 'standard'],
  grouped(runs, ({ at, service }) => `${at}: ${service}`)
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([key, some]) => [...key.split(': '), marked(some, 'quick'), marked(some, 'standard')]),
)}

A verdict is due without loss, with a jitter of at most 2 ms each way and a round trip of at most 10 ms: a pass at up to 8 ms,
where round trip and jitter leave the client 2 ms or the limit holds at the service; a fail from 22 ms on, to which, unless the limit
holds for the client, the longest round trip is added. Of each case its latest run counts, without the ${runs.filter((run) => !wasQuiet(run)).length} in which the
machine was so busy that calls were made 5 ms late, or later, at p99.

${table(
  ['due', 'quick', 'standard'],
  (['pass', 'fail'] as const).map((verdict) => [
    verdict,
    decidedText(runs, verdict, 'quick'),
    decidedText(runs, verdict, 'standard'),
  ]),
)}
`;
}

/** By where the limit holds, then by service. */
function placeOf(key: string): number {
  return (
    factors.at.findIndex((at) => key.startsWith(at)) * 100 +
    factors.service.findIndex((one) => key.endsWith(`: ${one}`))
  );
}

function decidedText(runs: readonly Run[], verdict: 'pass' | 'fail', profile: Asked['profile']): string {
  const due = runs.filter((run) => run.profile === profile && dueVerdict(run) === verdict && wasQuiet(run));
  const latest = grouped(due, nameOf).flatMap(
    ([, some]) => some.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0] ?? [],
  );
  const said = latest.flatMap(({ readings }) => readings.map((reading) => reading.said));
  const given = said.filter((one) => one === verdict).length;
  return said.length === 0 ? '–' : `${given} of ${said.length}: ${percent(given / said.length)}`;
}
