/**
 * The items of each list in a text: what follows the same words and signs, such as the characters of `<c>a</c><c>b</c>` and
 * `[{"at":0,"char":"a"},{"at":1,"char":"b"}]`, the bytes of `{"0":97,"1":98}`, the pieces of `to-ke-n`.
 */
export function listsIn(text: string): string[][] {
  return [...frontsIn(text)].flatMap((front) => {
    const [before = '', ...rest] = text.split(front);
    if (rest.length < 2) return [];
    const first = itemBefore.exec(before.slice(-longestItem))?.[0] ?? '';
    return [[first, ...rest.map((one) => item.exec(one.slice(0, longestItem))?.[0] ?? '')]];
  });
}

const longestItem = 80;

/** An item ends before a blank, quote, bracket or separator. A single one of these signs, but no blank, can be an item itself. */
const item = /^(?:[^\s"'`<>,;|&(){}[\]\\]+|\S)/;
const itemBefore = /(?:[^\s"'`<>,;|&(){}[\]\\]+|\S)$/;

/** What may stand before each item of a list: the signs before a word, and, where they repeat, also the word before the signs. */
function frontsIn(text: string): Set<string> {
  const seen = new Set<string>();
  const fronts = new Set<string>();
  let wordAt = 0;
  for (const { index, 0: signs } of text.matchAll(signRuns)) {
    const nextAt = index + signs.length;
    if (nextAt === text.length) break;
    // By hand, because a pattern that begins with letters would be tried at each of them.
    let at = index;
    while (at > wordAt && letter.test(text.charAt(at - 1))) at -= 1;
    const longer = text.slice(Math.max(0, at - 1), at).replace(/\d/, '') + text.slice(at, nextAt);
    fronts.add(signs);
    if (seen.has(longer)) fronts.add(longer);
    seen.add(longer);
    wordAt = nextAt;
  }
  return fronts;
}

const signRuns = /[^0-9A-Za-z]+/g;
const letter = /[A-Za-z]/;

/** Eight bytes take this many digits in base64, and more in the other systems. */
const fewestDigits = 11;

/**
 * Runs of neighbours of equal length, the last perhaps shorter, that may be digits in pieces: words of a sentence seldom have one length.
 */
export function evenRuns(items: readonly string[]): string[] {
  const runs: string[][] = [];
  let size = 0;
  for (const one of items) {
    const run = runs.at(-1) ?? [];
    const isLast = one.length < size && run.length > 1;
    if (one.length === size || isLast) run.push(one);
    else runs.push([one]);
    size = isLast ? 0 : one.length;
  }
  const long = runs.filter((run) => run.length > 1).map((run) => run.join(''));
  return long.filter(({ length }) => length >= fewestDigits);
}
