import { once } from 'node:events';
import { setInterval } from 'node:timers/promises';
import type { Command } from 'commander';
import { given, portSetting, settingIn } from '../../schemas/run-settings.ts';
import { startService } from '../../service/server.ts';
import { variants, variantsNamed } from '../../service/variants/index.ts';
import type { Caller } from '../caller.ts';
import { refuse, UsageError } from '../exit-status.ts';
import { repeated } from '../transport.ts';

export function addServeCommand(program: Command, caller: Caller): void {
  program
    .command('serve')
    .description(
      'start the reference service, with any of its faults and quirks; it takes the token in ACCESS_TOKEN, or makes one up and prints it',
    )
    .option('--port <number>', 'port; 0 picks a free one', '0')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--fault <name>',
      'break the service in this way, or make it unusual (--list); repeat the option for more',
      repeated,
    )
    .option(
      '--list',
      'list all faults (each breaks one rule), quirks (odd, but allowed), contested answers (no verdict rests on them) and harness-faults (nothing can be proved)',
    )
    .action((options) => serve(options, caller));
}

async function serve(
  { host, fault = [], ...options }: { port: string; host: string; fault?: readonly string[]; list?: boolean },
  { env, io, print }: Caller,
): Promise<void> {
  if (options.list === true) {
    const order = ['fault', 'quirk', 'contested', 'harness-fault'];
    const sorted = variants.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
    for (const { name, kind, summary } of sorted) print(`${name.padEnd(40)} ${kind.padEnd(14)} ${summary}\n`);
    return;
  }
  const port = Number(settingIn('--port', options.port, portSetting, refuse));
  const names = variants.map(({ name }) => name);
  const unknown = fault.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--fault: there is no fault or quirk named ${unknown}. serve --list shows all names.`,
    );
  if (host === '') throw new UsageError('--host: name an address.');
  const token = given(env['ACCESS_TOKEN']);
  const service = await startService({ port, host, variants: fault, token: token ?? undefined }).catch(
    ({ message }: Error) => {
      throw new UsageError(`--port, --host: ${message}. --port 0 picks a free port.`);
    },
  );
  // In a run, it also ends with the command line that started it, however that ends.
  const parting = process.connected ? ['disconnect'] : [];
  const signals = ['SIGTERM', 'SIGINT', ...parting].map((signal) => once(process, signal));
  const ended = Promise.race(env['npm_command'] === 'exec' ? [...signals, parentEnd()] : signals);
  print(`${service.url}\n`);
  for (const { name, summary } of variantsNamed(fault)) io.stderr.write(`${name}: ${summary}\n`);
  if (token === null) io.stderr.write(`ACCESS_TOKEN=${service.token}\n`);
  await ended;
  if (process.connected) process.disconnect();
  await service.stop();
}

/** A signal to npx ends npx and its shell, but not what they have started. */
async function parentEnd(): Promise<void> {
  const { ppid } = process;
  for await (const _ of setInterval(500, undefined, { ref: false })) if (process.ppid !== ppid) return;
}
