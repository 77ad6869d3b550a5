import { PassThrough, Writable } from 'node:stream';
import type { Io } from './caller.ts';

export interface KeptIo extends Io {
  /** All that was written to it, of both streams in their order. */
  text(): string;
}

/** Streams of a command line whose output is kept: with this standard input, and a terminal or none. */
export function keptIo(input = '', isTTY = false): KeptIo {
  const written: string[] = [];
  const kept = () =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          written.push(String(chunk));
          done();
        },
      }),
      { isTTY },
    );
  const stdin = Object.assign(new PassThrough(), { isTTY });
  stdin.end(input);
  return { stdin, stdout: kept(), stderr: kept(), hasColours: false, text: () => written.join('') };
}
