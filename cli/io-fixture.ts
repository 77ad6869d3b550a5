import { PassThrough, Writable } from 'node:stream';

/** Streams of a command line, with this standard input, and a terminal or none. `text` is all that was written to both, in its order. */
export function keptIo(input = '', isTTY = false) {
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
