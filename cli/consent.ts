import { createInterface } from 'node:readline';
import { UsageError } from './exit-status.ts';
import type { Interruption } from './interruption.ts';

/** Asks whether to go on where nobody has said so yet. Throws UsageError where the answer is no, or nobody is there. */
export async function wantConsent(
  { yes = false }: { readonly yes?: boolean },
  env: NodeJS.ProcessEnv,
  interruption: Interruption,
): Promise<void> {
  if (yes || /^(true|1)$/i.test(env['CI'] ?? '')) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(
      'A load on a service that is not on this machine needs your consent: add --yes, or set CI=true. Nothing was sent.',
    );
  }
  const answer = await answerTo('Continue? [y/N] ', interruption);
  interruption.check();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Stopped: nothing was sent.');
}

/** An interrupt or the end of the input is no answer. */
async function answerTo(question: string, interruption: Interruption): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    return await new Promise((resolve) => {
      interruption.forward = () => resolve('');
      lines.once('line', resolve).once('close', () => resolve(''));
      process.stderr.write(question);
    });
  } finally {
    lines.close();
    process.stdin.pause();
  }
}
