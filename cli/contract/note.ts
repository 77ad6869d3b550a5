export type Path = readonly (string | number)[];

/** Something to say about a field. */
export interface Note {
  readonly path: Path;
  readonly message: string;
  /** Where the path does not lead there, as to the second field of a name. */
  readonly offset?: number;
}

/** The first note on each field, because the others are about the same fault. */
export function firstOnEach(notes: readonly Note[]): Note[] {
  const noted = new Set<string>();
  return notes.filter((note) => !noted.has(fieldOf(note)) && noted.add(fieldOf(note)));
}

/** The notes on fields of which nothing has been said. */
export function onOtherFields(said: readonly Note[], notes: readonly Note[]): Note[] {
  const fields = new Set(said.map(fieldOf));
  return notes.filter((note) => !fields.has(fieldOf(note)));
}

function fieldOf({ path }: Note): string {
  return JSON.stringify(path.map(String));
}
