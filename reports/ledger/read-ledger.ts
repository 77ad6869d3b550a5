import { ledger as isVersion1 } from '../../dist/validators.mjs';
import { type LedgerLine, ledgerVersion } from '../../schemas/ledger.ts';
import { schemaErrors } from '../../schemas/validate.ts';
import { idsIn } from '../add-facts.ts';

/** The runs in the text of a ledger, each once. Throws an Error that names the line which is none. */
export function readLedger(text: string): LedgerLine[] {
  const lines = text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [read(line, index + 1)]));
  return onlyNew([], lines);
}

/** The lines whose runs are not in the ledger yet; a merged run holds several. */
export function onlyNew(known: readonly LedgerLine[], found: readonly LedgerLine[]): LedgerLine[] {
  const seen = new Set(known.flatMap(({ run }) => idsIn(run)));
  return found.filter(({ run }) => {
    const ids = idsIn(run);
    const isNew = !ids.some((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    return isNew;
  });
}

function read(line: string, number: number): LedgerLine {
  const value = parse(line, number);
  const version = value?.schemaVersion;
  if (typeof version === 'number' && version !== ledgerVersion) {
    throw new Error(`line ${number} has schemaVersion ${version}, but this harness reads ${ledgerVersion}.`);
  }
  const [error] = schemaErrors(isVersion1, value);
  if (error === undefined) return value as LedgerLine;
  const place = error.instancePath || 'the top';
  throw new Error(`line ${number} does not match the schema at ${place}: ${error.message ?? error.keyword}.`);
}

function parse(line: string, number: number): Partial<LedgerLine> | null {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`line ${number} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
