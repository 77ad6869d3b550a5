import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { loadContract } from '../../cli/contract/read-contract.ts';
import { UsageError } from '../../cli/exit-status.ts';
import { contractFiles } from './contract-files.ts';
import { note, type Subject, type Tried, token } from './subject.ts';

/** A contract is accepted as it is written, or refused at once, by places in the file, without the token. */
export const contracts: Subject = async (seed, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const tried: Tried = { accepted: 0, refused: 0 };
  const property = fc.asyncProperty(contractFiles, async ({ name, text }) => {
    // Half a surrogate pair is no UTF-8.
    const written = Buffer.from(text).toString();
    const file = join(folder, name);
    writeFileSync(file, written);
    const startedAt = performance.now();
    const outcome = await loadContract(file, { ACCESS_TOKEN: token }).then(
      (loaded) => loaded,
      (error: unknown) => {
        if (error instanceof UsageError) return error.problems;
        throw error;
      },
    );
    rmSync(file);
    if ('contract' in outcome) {
      note(tried, 'accepted', startedAt);
      isAsWritten(written, outcome.contract);
      if (JSON.stringify(outcome).toLowerCase().includes(token.toLowerCase()))
        throw new Error('tells the token');
    } else {
      note(tried, 'refused', startedAt);
      outcome.forEach((problem) => void problemIsPlain(problem, folder, written));
    }
  });
  try {
    await fc.assert(property, { seed, numRuns: count });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return tried;
};

function problemIsPlain(problem: string, folder: string, written: string): void {
  if (problem.toLowerCase().includes(token.toLowerCase())) throw new Error(`tells the token: ${problem}`);
  if (/\bat .*:\d+:\d+\)?$|TypeError|RangeError|undefined|not a function|call stack/m.test(problem))
    throw new Error(`is an error of ours: ${problem}`);
  const place = /^(.*?):(\d+):(\d+): ./s.exec(problem);
  if (place === null) {
    if (/^… and \d+ more problems$/.test(problem)) return;
    // All of the file is meant. A contract may name the file of a schema anywhere.
    const ofAll =
      /^\S+: (is not UTF-8|its aliases|holds the access token|is a folder|the file does not exist)/;
    if (ofAll.test(problem)) return;
    throw new Error(`has no place: ${problem}`);
  }
  if (!place[1]?.startsWith(folder)) throw new Error(`names another file: ${problem}`);
  const line = written.split('\n')[Number(place[2]) - 1];
  if (line === undefined || Number(place[3]) > line.length + 1) throw new Error(`is no place: ${problem}`);
}

/** For JSON, which has one meaning. */
function isAsWritten(written: string, read: unknown): void {
  let meant: unknown;
  try {
    meant = JSON.parse(written.replace(/^\ufeff/, ''));
  } catch {
    return;
  }
  // Neither the order of fields nor the sign of zero has a meaning.
  if (!isDeepStrictEqual(plain(meant), plain(read))) throw new Error('was read otherwise than it is written');
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
