import type { EndpointResult, Report } from '../../reports/report.ts';
import type { Noise } from '../burners.ts';
import { knownLoad } from '../known-load.ts';
import { type Bench, daysOf, grouped, percent, table } from '../record.ts';

const noises: readonly (Noise & { readonly name: string })[] = [
  { name: 'nothing', burners: 0 },
  { name: 'two burners, 3 s of 10', burners: 2, onMs: 3000, offMs: 7000 },
  { name: 'one burner', burners: 1 },
  { name: 'two burners', burners: 2 },
  { name: 'four burners', burners: 4 },
  { name: 'half a core taken', burners: 1, onMs: 50, offMs: 50, isFirst: true },
];

interface Service {
  readonly name: string;
  /** What the truth server is started with, microseconds. */
  readonly mode: string;
}

const services: readonly Service[] = [
  { name: '14 ms', mode: 'fixed 14000' },
  { name: '26 ms', mode: 'fixed 26000' },
  { name: '0.25 % slow', mode: 'runs 40000 2000 1 400' },
  { name: '4 % slow', mode: 'runs 40000 2000 1 25' },
];

/** Elsewhere: in a network of its own, 1 ms away. Its work still needs the same processors. */
const places = ['here', 'elsewhere'] as const;

/** How long a run may take, by its profile. */
const withins = { quick: '3m', standard: '6m' } as const;

interface Asked {
  readonly profile: keyof typeof withins;
  readonly noise: string;
  readonly place: (typeof places)[number];
  readonly service: string;
}

interface Run extends Asked {
  readonly startedAt: string;
  readonly seconds: number;
  readonly verdicts: readonly EndpointResult['latency']['verdict'][];
  /** Share of the calls that the service itself answered too late, of the endpoint with the most. */
  readonly servedSlowShare: number;
  readonly leftOutSeconds: number;
  readonly ofSeconds: number;
  readonly openFor: readonly string[];
}

/** What the standard profile, which takes longer, is asked about. */
const ofStandard = ['two burners, 3 s of 10', 'one burner', 'two burners'];

const asked: readonly Asked[] = (['quick', 'standard'] as const).flatMap((profile) =>
  noises
    .filter(({ name }) => profile === 'quick' || ofStandard.includes(name))
    .flatMap(({ name: noise }) =>
      places.flatMap((place) => services.map(({ name: service }) => ({ profile, noise, place, service }))),
    ),
);

export const bench: Bench<Run> = {
  isRepeated: true,
  taskOf: nameOf,
  tasks: asked.map((one) => ({ name: nameOf(one), make: () => measured(one) })),
  page: (runs) => `# Beside other programs

\`node bench/run.mjs noise\` has \`load --profile quick --within 3m\` and \`load --profile standard --within 6m\` judge a service of known response
times on a machine on which other programs run: ${noises.map(({ name }) => name).join(', ')}. It needs Linux, root and a C compiler. ${runs.length} runs, ${daysOf(runs)}, on MACHINE.

*Here*: the service is reached by the loopback, so that all of the load counts for a pass. *Elsewhere*: it has a network of its own, 1 ms away; its
work still needs the same processors. A run is wrong if an endpoint fails although the service answered no more than 1 % of its calls in 20 ms or longer, or all
pass although it did. It is decided if one fails or all pass.

${table(
  [
    'profile',
    'other programs',
    'service',
    'right',
    'wrong',
    'open',
    'seconds left out',
    'seconds taken',
    'open for',
  ],
  grouped(runs, ({ profile, noise, place }) => `${profile} | ${noise} | ${place}`).map(([way, own]) => {
    const marks = own.map(markOf);
    const count = (mark: string) => marks.filter((one) => one === mark).length;
    const sum = (of: (run: Run) => number) => own.reduce((total, run) => total + of(run), 0);
    const leftOut =
      sum(({ leftOutSeconds }) => leftOutSeconds) /
      Math.max(
        1,
        sum(({ ofSeconds }) => ofSeconds),
      );
    const reasons = new Set(own.filter((run) => markOf(run) === 'open').flatMap(({ openFor }) => openFor));
    return [
      ...way.split(' | '),
      count('right'),
      count('wrong'),
      count('open'),
      percent(leftOut),
      Math.round(sum(({ seconds }) => seconds) / own.length),
      [...reasons].join(', '),
    ];
  }),
)}`,
};

function nameOf({ profile, noise, place, service }: Asked): string {
  return `${profile}, ${noise}, ${place}, ${service}`;
}

async function measured(one: Asked): Promise<Run> {
  const noise = noises.find(({ name }) => name === one.noise);
  const service = services.find(({ name }) => name === one.service);
  if (noise === undefined || service === undefined) throw new Error(`There is no ${nameOf(one)}.`);
  const { startedAt, seconds, report, truth } = await knownLoad(nameOf(one), {
    mode: service.mode,
    args: ['--profile', one.profile, '--within', withins[one.profile], '--yes'],
    noise,
    ...(one.place === 'elsewhere' && { path: { roundTripMs: 1, jitterMs: 0.1, lossPercent: 0 } }),
  });
  const shares = Object.values(truth.endpoints).map(({ slow, answered }) => slow / Math.max(1, answered));
  return { ...one, startedAt, seconds, servedSlowShare: Math.max(...shares), ...saidIn(report) };
}

/** Backups are too few for a verdict of their own. */
function saidIn({
  endpoints,
  load,
}: Report): Pick<Run, 'verdicts' | 'leftOutSeconds' | 'ofSeconds' | 'openFor'> {
  const latencies = endpoints.flatMap(({ name, latency }) => (name === 'backup' ? [] : [latency]));
  const leftOut = latencies.flatMap(({ quiet }) => quiet?.leftOut.seconds ?? []);
  const blocking = latencies.flatMap(({ verdict, conditions }) =>
    verdict === 'inconclusive' ? conditions.filter(({ effect }) => effect !== 'warning') : [],
  );
  return {
    verdicts: latencies.map(({ verdict }) => verdict),
    leftOutSeconds: Math.max(0, ...leftOut),
    ofSeconds: (load?.measuredMs ?? 0) / 1000,
    openFor: [...new Set(blocking.map(({ id }) => id))],
  };
}

const allowedShare = 0.01;

export function markOf({ verdicts, servedSlowShare }: Pick<Run, 'verdicts' | 'servedSlowShare'>) {
  const isFail = verdicts.includes('fail');
  if (!isFail && !verdicts.every((verdict) => verdict === 'pass')) return 'open';
  return isFail === servedSlowShare > allowedShare ? 'right' : 'wrong';
}
