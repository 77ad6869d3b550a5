import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OneCall } from '../../checks/exchange.ts';
import { redactor } from '../../reports/secrets/redact.ts';
import { k6Environment, secretsIn } from '../child-environment.ts';
import { scriptFiles } from '../contract/scenario-script.ts';
import { answerOf, reasonOf } from '../k6/executable.ts';
import { packageRoot } from '../package-root.ts';
import { signalGroup } from '../process-group.ts';
import { withoutQuotes } from '../run/k6-log.ts';
import { watchMemory } from '../run/memory.ts';
import { filesForK6, type TransportSettings } from '../transport.ts';

/** For k6 to start, and to wait for the answer. */
const mostMs = 30_000;
const mostBytes = 500_000_000;

/** Has k6 call encrypt once, as a run would: by its certificates, its proxy, its names and its protocol. Rejects with the reason if k6 cannot. */
export async function callService(
  k6: string,
  baseUrl: string,
  transport: TransportSettings,
  operator: NodeJS.ProcessEnv,
): Promise<OneCall> {
  const scratch = await mkdtemp(join(tmpdir(), 'encryption-backup-harness-'));
  try {
    const files = await filesForK6(transport, scratch);
    const { env } = k6Environment(withoutOutputs(operator), {
      ...transport.variables,
      BASE_URL: baseUrl,
      ...files,
    });
    const script = join(packageRoot(), 'dist', scriptFiles.oneCall);
    const args = ['run', '--quiet', '--no-usage-report', script];
    return JSON.parse(await boundedAnswer(k6, { args, env, timeout: mostMs }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** An answer may have no end. */
async function boundedAnswer(k6: string, options: Parameters<typeof answerOf>[1]): Promise<string> {
  let memory: ReturnType<typeof watchMemory> | undefined;
  const onStart = (pid: number) => {
    memory = watchMemory([pid], { mostBytes, k6Bytes: 0 }, () => signalGroup(pid, 'SIGKILL'));
  };
  const redact = redactor(secretsIn({ ...options.env }));
  const [called] = await Promise.allSettled([answerOf(k6, { ...options, onStart })]);
  const isEndless = memory?.stop() != null;
  if (called.status === 'fulfilled') return called.value;
  throw new Error(
    isEndless ? 'its answer is endless or very large' : redact(withoutQuotes(reasonOf(called.reason))),
  );
}

/** One call is nothing to send metrics of. */
function withoutOutputs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^K6_(OUT|WEB_DASHBOARD)/i.test(name)));
}
