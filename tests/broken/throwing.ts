import { defineRun } from '../../scenarios/run.ts';

/** What THROWS names ends in an exception; alone it would let k6 exit 0. */
const throws = __ENV['THROWS'];
const load = throws === 'summary' ? null : 'steady';
const run = await defineRun({
  name: load ? 'load' : 'smoke',
  conformance: 'preflight',
  load,
  latencyDecides: true,
});

type Data = NonNullable<Parameters<typeof run.load>[0]>;

export const options = run.options;
export const setup = run.setup;

/** Each virtual user as it begins, or the judging of each encrypt answer, while other calls go on. */
export default (data: Data) => {
  if (throws === 'iteration') return run.load({ ...data, load: 'null' });
  const { known, ...others } = JSON.parse(data.load);
  return run.load({ ...data, load: JSON.stringify({ ...others, known: { ...known, results: null } }) });
};

type Summary = NonNullable<typeof run.handleSummary>;

function throwing(): never {
  throw new Error('the summary is broken');
}

export const handleSummary: Summary | undefined = throws === 'summary' ? throwing : run.handleSummary;
