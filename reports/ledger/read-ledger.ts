import { ledger as isVersion1 } from '../../dist/validators.mjs';
import type { LedgerLine } from '../../schemas/ledger.ts';
import { idsIn } from '../add-facts.ts';
import { documentIn } from '../read-report.ts';

/** The runs in the text of a ledger, each once. Throws an Error that names the line which is none. */
export function readLedger(text: string): LedgerLine[] {
  const lines = text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : documentIn<LedgerLine>(line, isVersion1, `line ${index + 1}`),
    );
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
