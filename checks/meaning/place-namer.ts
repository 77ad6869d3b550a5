import { groupedBy } from '../add-up.ts';

/** A key in a smaller share of the answers does not name a place. */
const rare = 0.02;

/** Names the place of a path. A key that hardly any other answer has, such as an id, becomes `*`. */
export function placeNamer(answers: readonly (readonly string[])[]): (path: string) => string {
  const usual = new Set<string>();
  const nameOf = (keys: readonly string[]) =>
    keys.reduce((place, key) => {
      const named = `${place}.${key}`;
      return usual.has(named) ? named : `${place}.${key.endsWith('[]') ? '*[]' : '*'}`;
    }, '');
  // Most answers have one of a few forms.
  const all = [...groupedBy(answers, (paths) => paths.join('\n')).values()].map((alike) => ({
    count: alike.length,
    paths: (alike[0] ?? []).map((path) => path.split('.')),
  }));
  const deepest = all.flatMap(({ paths }) => paths).reduce((most, { length }) => Math.max(most, length), 0);
  for (let depth = 0; depth < deepest; depth += 1) {
    const counts = new Map<string, number>();
    for (const { paths, count } of all) {
      const deep = paths.filter(({ length }) => length > depth);
      const own = new Set(deep.map((keys) => `${nameOf(keys.slice(0, depth))}.${keys[depth]}`));
      for (const name of own) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    for (const [name, count] of counts) if (count >= rare * answers.length) usual.add(name);
  }
  const names = new Map<string, string>();
  return (path) => {
    const name = names.get(path) ?? nameOf(path.split('.')).slice(1);
    names.set(path, name);
    return name;
  };
}
