/** What a virtual user posts about one violation; the rest of the record is kept as it came. */
export interface EvidenceRecord {
  readonly check: string;
  readonly cause: string;
}

export interface EvidenceStore {
  readonly records: readonly EvidenceRecord[];
  /** False when there is enough of its kind already. */
  keep(record: EvidenceRecord): boolean;
}

const mostPerCause = 5;
const mostInAll = 500;

/** The first few records of each cause of each check, in the order in which they came. */
export function evidenceStore(): EvidenceStore {
  const records: EvidenceRecord[] = [];
  const counts = new Map<string, number>();
  return {
    records,
    keep(record) {
      const kind = JSON.stringify([record.check, record.cause]);
      const count = counts.get(kind) ?? 0;
      if (count >= mostPerCause || records.length >= mostInAll) return false;
      counts.set(kind, count + 1);
      records.push(record);
      return true;
    },
  };
}

export function isEvidenceRecord(value: unknown): value is EvidenceRecord {
  if (typeof value !== 'object' || value === null || !('check' in value) || !('cause' in value)) return false;
  return typeof value.check === 'string' && typeof value.cause === 'string';
}
