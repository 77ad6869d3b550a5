/** 12000 as "12 000". */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** A share in percent, to two digits of its distance from 0 or 100, rounded so that the claim stays true. */
export function percentText(share: number, rounded: 'down' | 'up'): string {
  const distance = Math.min(share, 1 - share);
  const decimals = distance > 0 ? Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(distance * 100)))) : 0;
  const scale = 10 ** decimals;
  const steps = share * 100 * scale;
  const whole = rounded === 'down' ? Math.floor(steps + 1e-6) : Math.ceil(steps - 1e-6);
  return `${Number((whole / scale).toFixed(decimals))} %`;
}

/** A share in percent that claims nothing. */
export function roughPercentText(share: number, digits: number): string {
  return `${Number((share * 100).toPrecision(digits))} %`;
}

export function msText(ms: number): string {
  return `${Number(ms.toPrecision(3))} ms`;
}

export function secondsText(ms: number): string {
  return `${countText(Math.ceil(ms / 1000))} s`;
}

/** "3 times", rounded up to what a person would type; null above what a longer run can sensibly be. */
export function timesText(factor: number): string | null {
  if (!(factor <= 100)) return null;
  return `${factor < 10 ? Math.ceil(factor * 10) / 10 : Math.ceil(factor)} times`;
}
