import { execa } from 'execa';

/** What else runs on the machine. */
export interface Noise {
  readonly burners: number;
  /** Each runs for so long, pauses, and runs again; absent: without a pause. Milliseconds. */
  readonly onMs?: number;
  readonly offMs?: number;
  /** Before everything else on the first processor. */
  readonly isFirst?: true;
}

const program = `
const [onMs, offMs] = process.argv.slice(1).map(Number);
const until = Date.now() + 1_800_000;
const burn = () => {
  for (const end = Date.now() + onMs; Date.now() < end; );
  if (Date.now() < until) setTimeout(burn, offMs);
};
burn();
`;

/** Measures beside them. A pause of theirs is for all at the same time. */
export async function beside<T>(
  { burners, onMs = 1000, offMs = 0, isFirst }: Noise,
  measure: () => Promise<T>,
): Promise<T> {
  const before = isFirst ? ['taskset', '--cpu-list', '0', 'nice', '--adjustment=-10'] : [];
  const [command = '', ...words] = [...before, process.execPath, '-e', program, '--', `${onMs}`, `${offMs}`];
  const running = Array.from({ length: burners }, () =>
    execa(command, words, { stdio: 'ignore', reject: false }),
  );
  try {
    return await measure();
  } finally {
    for (const one of running) one.kill('SIGKILL');
    await Promise.all(running);
  }
}
