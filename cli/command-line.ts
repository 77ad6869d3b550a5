import pc from 'picocolors';
import { callerOf, wantsColours } from './caller.ts';
import { exitStatus } from './exit-status.ts';
import { runCommandLine } from './run-command-line.ts';

// The reader may stop, as in `serve --list | head`; the exit status stays the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(exitStatus.noVerdict);
  });
const caller = callerOf(process.env, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  hasColours: wantsColours(process.env, pc.isColorSupported),
});
// Node's own status would be 1, which means that the service failed.
process.on('uncaughtException', (error) => process.exit(caller.complain(error)));
process.exitCode = await runCommandLine(process.argv.slice(2), caller);
// Left to itself, Node stops listening to signals some time before it ends, and another Ctrl-C would take the exit status away.
process.once('beforeExit', () => process.exit());
