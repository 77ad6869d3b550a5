/** The part of `k6/metrics` that the harness uses, and the summary that k6 makes of the samples. */
export function newMetrics() {
  /** By name: the kind of metric, and its samples with their tags. */
  const kept = new Map();
  let taken = 0;
  const metric = (kind) =>
    class {
      #samples;
      constructor(name) {
        if (!kept.has(name)) kept.set(name, { kind, samples: [] });
        this.#samples = kept.get(name).samples;
      }
      add(value, tags = {}) {
        this.#samples.push({ value, tags, place: taken });
        taken += 1;
      }
    };
  const figuresFor = (key, statistics, before) => {
    const [, name, tagText = ''] = /^([^{]+)(?:\{(.*)\})?$/.exec(key);
    const tags = tagText === '' ? [] : tagText.split(',').map((tag) => tag.split(/:(.*)/));
    const { kind, samples } = kept.get(name) ?? { kind: 'counter', samples: [] };
    const isOwn = (sample) => tags.every(([tag, value]) => sample.tags[tag] === value);
    const own = samples.filter((sample) => sample.place < before && isOwn(sample));
    return figures[kind](
      own.map(({ value }) => value),
      statistics,
    );
  };
  return {
    modules: { Counter: metric('counter'), Trend: metric('trend'), Gauge: metric('gauge') },
    taken: () => taken,
    /** As `handleSummary` gets them: each metric, and each submetric that has thresholds. `before`: of so many samples. */
    summary: ({ thresholds, summaryTrendStats }, before = taken) =>
      Object.fromEntries(
        [...new Set([...kept.keys(), ...Object.keys(thresholds)])].map((key) => {
          const values = figuresFor(key, summaryTrendStats, before);
          const own = thresholds[key]?.map((one) => [one, { ok: holds(one, values) }]);
          return [key, { values, ...(own && { thresholds: Object.fromEntries(own) }) }];
        }),
      ),
  };
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

const figures = {
  counter: (values) => ({ count: sum(values) }),
  gauge: (values) => ({ value: values.at(-1) ?? 0, min: Math.min(...values), max: Math.max(...values) }),
  trend: (values, statistics) => {
    const sorted = values.toSorted((one, other) => one - other);
    return Object.fromEntries(statistics.map((name) => [name, statisticOf(name, sorted)]));
  },
};

function statisticOf(name, sorted) {
  if (name === 'count') return sorted.length;
  if (sorted.length === 0) return 0;
  if (name === 'avg') return sum(sorted) / sorted.length;
  const share = { min: 0, med: 0.5, max: 1 }[name] ?? Number(name.slice(2, -1)) / 100;
  const place = share * (sorted.length - 1);
  const [lower, upper] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return lower + (upper - lower) * (place % 1);
}

function holds(threshold, values) {
  const [, name, sign, limit] = /^(.+?)\s*(==|<=|>=|<|>)\s*(.+)$/.exec(threshold);
  const [value, bound] = [values[name] ?? 0, Number(limit)];
  return {
    '==': value === bound,
    '<=': value <= bound,
    '>=': value >= bound,
    '<': value < bound,
    '>': value > bound,
  }[sign];
}
