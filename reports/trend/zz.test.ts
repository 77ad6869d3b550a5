import { it } from 'vitest';
import { normal, resemblingNormals, seededRandom } from './random.ts';
import { findChanges } from './change-points.ts';
import { chanceFor } from './chance.ts';
it('pw', () => {
  for (const m of [14, 30, 60, 100]) { const t = performance.now(); chanceFor(m, .45); console.log('T', m, Math.round(performance.now() - t)); }
  for (const m of [20, 30, 60]) for (const w of [0, .8]) for (const rho of [0, .2, .4, .6]) {
    const r = seededRandom(m + rho * 100); let a = 0; const N = rho === 0 ? 600 : 300;
    for (let n = 0; n < N; n++) {
      const c = resemblingNormals(m, rho, r);
      const series = Array.from({ length: 16 }, () => resemblingNormals(m, rho, r).map((x, i) => Math.sqrt(1 - w * w) * x + w * c[i]!));
      if (findChanges(series).changePoints.length > 0) a++;
    }
    console.log('AA m', m, 'common', w, 'rho', rho, (100 * a / N).toFixed(1), '%');
  }
  const r = seededRandom(5);
  for (const [m, k, d] of [[14, 7, 9], [16, 8, 9], [20, 10, 3], [30, 25, 6], [30, 24, 6], [30, 23, 6], [40, 36, 6], [40, 35, 6], [60, 56, 6], [60, 55, 6], [60, 54, 6], [60, 30, 1.5], [60, 30, 2]] as const) {
    let hit = 0; const N = 100;
    for (let n = 0; n < N; n++) {
      const c = Array.from({ length: m }, () => normal(r));
      const series = Array.from({ length: 16 }, (_, s) => c.map((x, i) => .7 * x + .7 * normal(r) + (s < 3 && i >= k ? d : 0)));
      if (findChanges(series).changePoints.some((p) => p.series === 0 && Math.abs(p.run - k) < 2)) hit++;
    }
    console.log('PW', m, k, d, hit, '%');
  }
}, 900000);
