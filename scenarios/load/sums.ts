import { Counter } from 'k6/metrics';

/** Values of a metric's tags, in the order in which it names them. */
type Values<Tags extends readonly string[]> = { readonly [Tag in keyof Tags]: string };

/** In the order in which the metrics were made. */
const handOver: (() => void)[] = [];

/**
 * A k6 counter that is added up in the virtual user: a sample costs k6 about as much as reading a short answer does. `handOverSums`
 * gives k6 the sums.
 */
export function counter<const Tags extends readonly string[]>(name: string, ...tags: Tags) {
  const metric = new Counter(name);
  const sums = new Map<string, number>();
  handOver.push(() => {
    sums.forEach((count, key) => {
      metric.add(count, tagged(tags, key.split('\n')));
    });
    sums.clear();
  });
  return {
    /** `values`: of its tags. */
    add: (count: number, ...values: Values<Tags>) => {
      const key = values.join('\n');
      sums.set(key, (sums.get(key) ?? 0) + count);
    },
  };
}

function tagged(tags: readonly string[], values: readonly string[]): Record<string, string> {
  const given: Record<string, string> = {};
  for (let at = 0; at < tags.length; at += 1) given[tags[at] as string] = values[at] as string;
  return given;
}

/** Gives k6 what was counted since the last time. */
export function handOverSums(): void {
  handOver.forEach((hand) => {
    hand();
  });
}
