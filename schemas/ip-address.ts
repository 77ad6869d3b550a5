/**
 * Reads an address as Go does: decimal parts without leading zeros, and no zone. The result is its 128 binary digits, for IPv4 those of
 * ::ffff:a.b.c.d. A network is the first digits of its addresses. null: the text is no address.
 */
export function parseIp(text: string): string | null {
  const [, front, ...bytes] = /^(|.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  if (front === undefined) return parseGroups(text);
  if (bytes.some((byte) => Number(byte) > 255 || `${Number(byte)}` !== byte)) return null;
  const hex = bytes.map((byte) => Number(byte).toString(16).padStart(2, '0')).join('');
  return parseGroups(`${front === '' ? '::ffff:' : front}${hex.slice(0, 4)}:${hex.slice(4)}`);
}

function parseGroups(text: string): string | null {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = halves.flat();
  if (halves.length > 2 || groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null;
  const missing = 8 - groups.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const [before = [], after = []] = halves;
  return [...before, ...Array<string>(missing).fill('0'), ...after]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}

/** Whether an address or a network is of IPv4, in either way of writing it. */
export function isV4(digits: string): boolean {
  return /^0{80}1{16}/.test(digits);
}

/** 127.0.0.0/8 and ::1. */
export function isLoopbackIp(address: string): boolean {
  return /^0{80}1{16}01{7}|^0{127}1$/.test(address);
}
