/** Most calls take `usualMs`; a share of them takes `slowMs`. */
export interface Service {
  readonly name: string;
  readonly usualMs: number;
  readonly slowMs: number;
  readonly slowShare: number;
  /** Its calls are slow only while the generator is disturbed: one host for both. */
  readonly isTied: boolean;
}

export function steady(ms: number): Service {
  return { name: `${ms} ms`, usualMs: ms, slowMs: ms, slowShare: 0, isTied: false };
}

export function mixed(usualMs: number, slowPercent: number, slowMs: number): Service {
  const name = `${usualMs} ms, ${slowPercent} % at ${slowMs} ms`;
  return { name, usualMs, slowMs, slowShare: slowPercent / 100, isTied: false };
}

export function tied(slowPercent: number, slowMs: number): Service {
  const which = slowPercent === 100 ? 'all disturbed calls' : `${slowPercent} % of the disturbed calls`;
  return {
    name: `2 ms, ${which} at ${slowMs} ms`,
    usualMs: 2,
    slowMs,
    slowShare: slowPercent / 100,
    isTied: true,
  };
}
