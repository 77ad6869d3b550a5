import { it } from 'vitest';
import { midRanks } from './change-points.ts';
import { normal } from './history-fixture.ts';
import { seededRandom } from './random.ts';
import { rankTable } from './rank-table.ts';

type S = number[];
function diffs(x: S, k: number) {
  return x
    .slice(k)
    .map((v, i) => Math.abs(v - (x[i] ?? 0)))
    .sort((a, b) => a - b);
}
function trimmedSq(d: S, keep: number) {
  const n = Math.max(1, Math.floor(d.length * keep));
  return d.slice(0, n).reduce((s, v) => s + v * v, 0) / n;
}
function est(series: S[]) {
  let a = 0,
    b = 0;
  for (const x of series) {
    const v1 = trimmedSq(diffs(x, 1), 0.9),
      vk = trimmedSq(diffs(x, 2), 0.9);
    const w = 1 / (v1 + vk);
    a += v1 * w;
    b += vk * w;
  }
  return b / a - 1;
}
it('aa', () => {
  for (const m of [20, 30, 60]) {
    const table = rankTable(m);
    const score = (x: S) => {
      const rk = midRanks(x);
      let s = 0,
        best = 0;
      for (let k = 0; k < m; k++) {
        if (k >= 3 && k <= m - 3) {
          const u = s - (k * (k + 1)) / 2;
          best = Math.max(best, -table(k, Math.min(u, k * (m - k) - u)));
        }
        s += rk[k]!;
      }
      return best;
    };
    const r = seededRandom(m);
    const ar = (rho: number) => {
      let z = normal(r);
      return Array.from({ length: m }, () => (z = rho * z + Math.sqrt(1 - rho * rho) * normal(r)));
    };
    const crit = Array.from({ length: 10 }, (_, i) => {
      const v = Array.from({ length: 20000 }, () => score(ar(i / 10))).sort((a, b) => a - b);
      return v[Math.floor(20000 * 0.99 ** (1 / 16))]!;
    });
    console.log('C', m, crit.map((c) => c.toFixed(1)).join(' '), 'best', (-table(m >> 1, 0)).toFixed(1));
    for (const w of [0, 0.8])
      for (const rho of [0, 0.2, 0.4, 0.6]) {
        const al = [0, 0, 0, 0];
        const N = 300;
        for (let n = 0; n < N; n++) {
          const c = ar(rho);
          const series = Array.from({ length: 16 }, () =>
            ar(rho).map((x, i) => Math.sqrt(1 - w * w) * x + w * (c[i] ?? 0)),
          );
          const top = Math.max(...series.map(score));
          const e = est(series);
          [0, 0.1, 0.2, 0.3].forEach((mg, j) => {
            const q = Math.min(0.9, Math.max(0, e + mg));
            const lo = Math.floor(q * 10),
              f = q * 10 - lo;
            const cr = crit[lo]! * (1 - f) + (crit[lo + 1] ?? crit[9]!) * f;
            if (top > cr) al[j]!++;
          });
        }
        console.log('AA m', m, 'common', w, 'rho', rho, al.map((a) => ((a / N) * 100).toFixed(1)).join(' '));
      }
  }
}, 600000);
