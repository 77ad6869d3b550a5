export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'Nothing measured yet.';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** By nearest rank; null of none. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

export function msText(ms: number | null): string {
  return ms === null ? '–' : `${ms.toFixed(ms < 1 ? 3 : 1)} ms`;
}

export function percent(share: number, digits: number): string {
  return `${(share * 100).toFixed(digits)} %`;
}

export function runsText(count: number): string {
  return count === 1 ? '1 run' : `${count} runs`;
}
