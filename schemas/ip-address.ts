/** An IP address in eight parts of 16 bits; one of IPv4 is written as IPv6 writes it, ::ffff:a.b.c.d. */
export type IpAddress = readonly number[];

/** Reads an address as Go does: decimal parts without leading zeros, and no zone. null: it is none. */
export function parseIp(text: string): IpAddress | null {
  const [, front = '', v4 = ''] = /^(|.*:)(\d+(?:\.\d+){3})$/.exec(text) ?? [];
  if (v4 === '') return parseGroups(text);
  const bytes = v4.split('.').map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256));
  if (bytes.some((byte) => byte > 255)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const groups = [a * 256 + b, c * 256 + d].map((group) => group.toString(16));
  return parseGroups(`${front === '' ? '::ffff:' : front}${groups.join(':')}`);
}

function parseGroups(text: string): IpAddress | null {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = halves.flat();
  if (halves.length > 2 || groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null;
  const missing = 8 - groups.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const [before = [], after = []] = halves;
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  );
}

/** Whether it is of IPv4, in either way of writing it. */
export function isV4(address: IpAddress): boolean {
  return address.slice(0, 5).every((group) => group === 0) && address[5] === 0xffff;
}

/** Its first bits, and zeros. */
export function networkOf(address: IpAddress, bits: number): IpAddress {
  return address.map((group, index) => {
    const kept = Math.min(16, Math.max(0, bits - 16 * index));
    return group - (group % 2 ** (16 - kept));
  });
}

export function isSameIp(one: IpAddress, other: IpAddress): boolean {
  return one.every((group, index) => group === other[index]);
}

/** 127.0.0.0/8 and ::1. */
export function isLoopbackIp(address: IpAddress): boolean {
  return isV4(address)
    ? Math.floor((address[6] ?? 0) / 256) === 127
    : isSameIp(address, [0, 0, 0, 0, 0, 0, 0, 1]);
}
