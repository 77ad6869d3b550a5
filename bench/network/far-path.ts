import { execa } from 'execa';
import { onPath } from '../../cli/k6/executable.ts';
import { builtProgram, cProgramLack, firstLineOf } from '../built-program.ts';

export interface PathProperties {
  readonly roundTripMs: number;
  /** Each packet, in either direction, takes up to so much longer. */
  readonly jitterMs: number;
  /** In either direction. */
  readonly lossPercent: number;
}

/** A client's and a service's network, and nothing between them but this path. */
export interface FarPath {
  /** Words before a command that run it in the client's network. */
  readonly near: readonly string[];
  /** The same in the service's, whose address is `farAddress`. */
  readonly far: readonly string[];
  close(): Promise<void>;
}

export const farAddress = '10.77.0.2';

/** Opens it, or rejects with the reason why it cannot be had here. */
export async function openFarPath({ roundTripMs, jitterMs, lossPercent }: PathProperties): Promise<FarPath> {
  const lack =
    cProgramLack() ?? (onPath(['nsenter'], process.env)[0] === undefined ? 'it needs nsenter' : null);
  if (lack !== null) throw new Error(`No far path: ${lack}.`);
  const program = await builtProgram('network', ['far-path.c']);
  const numbers = [roundTripMs * 1e3, jitterMs * 1e3, lossPercent * 1e4].map(String);
  const running = execa(program, numbers, { stdin: 'ignore', reject: false });
  const files = await firstLineOf(running, 'the far path');
  const [near, far] = files.split(' ').map((file) => ['nsenter', `--net=${file}`, '--']);
  return {
    near: near ?? [],
    far: far ?? [],
    close: async () => {
      running.kill('SIGKILL');
      await running;
    },
  };
}
