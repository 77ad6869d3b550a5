import { readdirSync, readFileSync } from 'node:fs';

/** The child of a process with this in its command line. */
export function childOf(parent: number, word: string): number {
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [, , status = ''] = /^(\d+) \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return (
        Number(status.split(' ')[1]) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
      );
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`The run has no child ${word}.`);
  return Number(found);
}
