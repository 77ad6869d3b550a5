/** "30s", "5m", "2h", "500ms" or plain seconds, from one second to a day; null: not such a time. */
export function parseDurationMs(text: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  if (parts === null) return null;
  const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[parts[2] ?? 's'] ?? 0;
  const durationMs = Number(parts[1]) * unitMs;
  return durationMs >= 1000 && durationMs <= 86_400_000 ? durationMs : null;
}

export const durationWanted = 'give a time from 1s to 24h, such as 30s, 5m or 2h';

/** Requests per second, 1 to 5000; null: not such a number. */
export function parseRate(text: string): number | null {
  const rate = Number(text);
  return /^\d+$/.test(text) && rate >= 1 && rate <= 5000 ? rate : null;
}

export const rateWanted = 'give a whole number from 1 to 5000';

/** A whole number of 32 bits; null: not such a number. */
export function parseSeed(text: string): number | null {
  const seed = Number(text);
  return /^\d+$/.test(text) && seed <= 0xffffffff ? seed : null;
}

export const seedWanted = 'give a whole number from 0 to 4294967295';
