import { type Bench, grouped, table } from '../record.ts';
import type { Tried } from './subject.ts';
import { subjects } from './subjects.ts';

interface Run extends Tried {
  readonly name: string;
  readonly subject: string;
  readonly tried: number;
}

const inAll = 100_000;
const inATask = 10_000;

export const bench: Bench<Run> = {
  isRepeated: false,
  sideBySide: 1,
  taskOf: ({ name }) => name,
  tasks: Object.entries(subjects).flatMap(([subject, { tryThem }]) =>
    Array.from({ length: inAll / inATask }, (_, index) => {
      const name = `${subject} ${index + 1}`;
      return {
        name,
        make: async () => ({ name, subject, tried: inATask, ...(await tryThem(1000 + index, inATask)) }),
      };
    }),
  ),
  page,
};

function page(runs: readonly Run[]): string {
  const rows = grouped(runs, ({ subject }) => subject).map(([subject, ofIt]) => {
    const sum = (figure: 'tried' | 'accepted' | 'refused') => ofIt.reduce((all, run) => all + run[figure], 0);
    return [
      subject,
      subjects[subject]?.promise ?? '',
      sum('tried').toLocaleString('en'),
      `${sum('accepted').toLocaleString('en')} and ${sum('refused').toLocaleString('en')} (${subjects[subject]?.outcomes})`,
      Math.max(...ofIt.map(({ slowestMs }) => slowestMs)),
    ];
  });
  return `# Inputs at random

\`node bench/run.mjs fuzz\` makes contracts, facts and answers with fast-check, from fixed seeds, on MACHINE. An input that breaks a
promise ends the bench with the smallest that does. None ends in an error of the harness, and none takes ten seconds.
\`fuzz.test.ts\` tries 1,000 of each in every test run.

${table(['input', 'promise', 'tried', 'of these', 'slowest, ms'], rows)}
`;
}
