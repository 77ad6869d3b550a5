import { count, duration, ms, perSecond, roughShare, utcTime } from '../format.ts';
import { type Markup, markup, nothing, type Part, prose } from '../markup.ts';
import type { Report } from '../report.ts';
import { definitions, section } from './elements.ts';

/** Under which circumstances all this was found. */
export function environment(report: Report): Markup {
  return section(
    'environment',
    'Environment',
    markup`<div class="columns">
    ${block('Run', runRows(report))}
    ${block('Load', loadRows(report))}
    ${block('Load generator', generatorRows(report))}
    ${contractBlock(report)}</div>
    `,
  );
}

type Rows = readonly (readonly [string, Part])[];

function block(title: string, rows: Rows): Markup {
  return markup`<div><h3>${title}</h3>${definitions(rows)}</div>
    `;
}

function runRows({ run, tool }: Report): Rows {
  return [
    ['Target', markup`<code>${run.target}</code>`],
    ['Service', run.embeddedService ? 'the embedded reference service' : 'as given'],
    ['Scenario', `${run.scenario}, ${run.profile} profile`],
    ['Started', utcTime(run.startedAt)],
    ['Took', duration(run.durationMs)],
    ['Run', run.id],
    ['Harness', `${tool.name} ${tool.version}`],
  ];
}

function loadRows({ load }: Report): Rows {
  if (load === null) return [['Model', 'no load']];
  return [
    [
      'Model',
      load.model === 'open' ? 'open: calls start at a set rate' : 'closed: a call waits for the one before',
    ],
    ['Warm-up', duration(load.warmUpMs)],
    ['Measured', duration(load.measuredMs)],
    ['Offered', perSecond(load.offeredRate)],
    ['Achieved', perSecond(load.achievedRate)],
    ['Dropped iterations', count(load.droppedIterations)],
    ['Virtual users', count(load.virtualUsers)],
    ['Promised before', prose(load.promise)],
  ];
}

function generatorRows({ generator }: Report): Rows {
  const control = generator.controlError;
  return [
    ['k6', generator.k6Version],
    ['System', generator.os],
    ['Cores', known(generator.cores, count)],
    ['Machine busy', known(generator.boxBusyShare, roughShare)],
    ['Generator busy', known(generator.generatorBusyShare, roughShare)],
    ['Throttled periods', known(generator.throttledPeriods, count)],
    ['Clock drift', known(generator.clockDriftMs, ms)],
    ['Lateness, p99', known(generator.latenessP99Ms, ms)],
    ['Sending, p99', known(generator.sendingP99Ms, ms)],
    [
      'Error on the control endpoint',
      control === null
        ? 'not measured'
        : `p50 ${ms(control.p50Ms)}, p95 ${ms(control.p95Ms)}, p99 ${ms(control.p99Ms)}, max ${ms(control.maxMs)} in ${count(control.samples)} calls`,
    ],
    ['Round trip, at least', known(generator.roundTripFloorMs, ms)],
  ];
}

function known(value: number | null, words: (value: number) => string): string {
  return value === null ? 'not measured' : words(value);
}

function contractBlock({ contract }: Report): Markup {
  const { file, declarations, settings } = contract;
  return markup`<div><h3>Contract</h3>
    <p>${file === null ? 'No contract was given.' : markup`<code>${file}</code>`}</p>
    ${declarations.length === 0 ? nothing : markup`<ul>${declarations.map((declared) => markup`<li>${prose(declared)}</li>`)}</ul>`}
    ${definitions(settings.map(({ name, value, origin }) => [name, `${value} (${origin})`] as const))}</div>
    `;
}
