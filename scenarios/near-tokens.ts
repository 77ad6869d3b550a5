import {
  altered,
  different,
  type MadeUpToken,
  neighbouring,
  otherCase,
  type Piece,
  percentEncoded,
  reversed,
  similarInCase,
  type Turn,
} from './altered-token.ts';

/**
 * What of a token can be altered without leaving open whether it is the same token: ADR 19. A decoder may leave out the
 * `=` at its end and the lowest bits of the character before that, and need not know two cases apart where there is one.
 */
export interface Alterable {
  readonly token: string;
  /** Characters before the `=` at the end: the only ones that are altered. */
  readonly length: number;
  readonly hasBothCases: boolean;
  /** Of characters that base64 and hexadecimal are written in, and dots. */
  readonly isEncoded: boolean;
  readonly isJwt: boolean;
  readonly similar: Turn;
}

export function alterable(token: string): Alterable {
  const core = token.replace(/=+$/, '');
  const hasBothCases = /[a-z]/.test(token) && /[A-Z]/.test(token);
  return {
    token,
    length: core.length || token.length,
    hasBothCases,
    isEncoded: /^[A-Za-z0-9+/_.-]*$/.test(core),
    isJwt: /^eyJ[^.]*\.[^.]*\./.test(token),
    similar: hasBothCases ? similarInCase : neighbouring,
  };
}

/** The token with the character at one place changed: to a similar one where that is surely another token. */
export function changedAt(of: Alterable, place: number, wantsSimilar: boolean): MadeUpToken {
  const { token, similar } = of;
  const char = token.charAt(place);
  const isLastOfPart = !/[A-Za-z0-9+/_-]/.test(token.charAt(place + 1));
  const isSimilar = wantsSimilar && !isLastOfPart && similar.apply(char) !== char;
  const turn = isSimilar ? similar : different;
  const variety = `the token with one character changed to a ${isSimilar ? 'similar' : 'very different'} one`;
  const parts = [{ from: 0, to: place }, { from: place, to: place + 1, turn }, rest(of, place + 1)];
  return { ...altered(token, variety, parts), changedPlace: place };
}

/** Of what an altered token is put together; worked out only when it is sent. */
export interface Alteration {
  readonly variety: string;
  readonly parts: readonly (Piece | string)[];
}

function alteration(variety: string, parts: Alteration['parts']): Alteration {
  return { variety, parts };
}

/** The access token altered in every way that is not a single character changed. A short or regular one can come out as it was. */
export function nearTokens(of: Alterable, firstBlock: number): Alteration[] {
  return [
    ...longerAndShorter(of),
    ...regions(of),
    ...rearranged(of),
    ...(of.hasBothCases ? inOtherCase(of) : []),
    ...(of.isEncoded ? [] : punctuated(of)),
    ...blocks(of, firstBlock),
  ];
}

function longerAndShorter({ token, length, similar }: Alterable): Alteration[] {
  const half = Math.floor(length / 2);
  const [all, end] = [
    { from: 0, to: length },
    { from: length, to: token.length },
  ];
  const first = { from: 0, to: Math.min(8, length), turn: similar };
  const firstHalf = { from: 0, to: half };
  const secondHalf = { from: half, to: length };
  return [
    alteration('the token and eight characters more', [all, first, end]),
    alteration('the first half of the token', [firstHalf]),
    alteration('the second half of the token', [secondHalf, end]),
    alteration('eight characters more and the token', [first, all, end]),
    alteration('the token with eight characters more in its middle', [firstHalf, first, secondHalf, end]),
    alteration('the token without its first character', [{ from: 1, to: token.length }]),
    alteration('the token without its last character', [{ from: 0, to: length - 1 }, end]),
    alteration('the token with its first character twice', [{ from: 0, to: 1 }, all, end]),
    // Twice the last one alone could be six bits that a decoder leaves out.
    alteration('the token with its last two characters twice', [
      all,
      { from: Math.max(0, length - 2), to: length },
      end,
    ]),
    alteration('the token twice', [all, all, end]),
    alteration('the token after a second Bearer', ['Bearer ', all, end]),
  ];
}

const ordinals = ['first', 'second', 'third', 'fourth'];

/** Halves, thirds and quarters; of a JWT its header, claims and signature. */
function regions(of: Alterable): Alteration[] {
  const { token, length, isJwt } = of;
  const equal = (count: number, name: string) =>
    ordinals
      .slice(0, count)
      .map((ordinal, index) =>
        replaced(of, `its ${ordinal} ${name}`, (index * length) / count, ((index + 1) * length) / count),
      );
  const ends = [...token].flatMap((char, place) => (char === '.' ? [place] : []));
  const parts = ['header', 'claims', 'signature'].map((name, index) =>
    replaced(of, `its ${name}`, (ends[index - 1] ?? -1) + 1, ends[index] ?? length),
  );
  return [
    ...equal(2, 'half'),
    ...(isJwt ? parts : []),
    ...(length >= 24 ? equal(3, 'third') : []),
    ...(length >= 16 ? equal(4, 'quarter') : []),
  ];
}

const blockLength = 8;
const blocksTried = 8;

/** Every eight characters of a token of some length; of a longer one a few, and others in another run. */
function blocks(of: Alterable, firstBlock: number): Alteration[] {
  const count = Math.ceil(of.length / blockLength);
  const tried = Math.min(count, blocksTried);
  if (count < 2) return [];
  return Array.from({ length: tried }, (_, index) => {
    const from = ((firstBlock + Math.floor((index * count) / tried)) % count) * blockLength;
    return replaced(of, 'eight characters', from, from + blockLength);
  });
}

function replaced(of: Alterable, what: string, from: number, to: number): Alteration {
  const [start, end] = [Math.floor(from), Math.min(Math.floor(to), of.length)];
  const parts = [{ from: 0, to: start }, { from: start, to: end, turn: different }, rest(of, end)];
  return alteration(`the token with ${what} replaced`, parts);
}

function rearranged(of: Alterable): Alteration[] {
  const { token, length } = of;
  const middle = Math.floor(length / 2);
  const inMiddle = middle + token.slice(middle).search(/([A-Za-z0-9])(?!\1)[A-Za-z0-9]/);
  const all = { from: 0, to: length };
  // A letter beside a hyphen is left where it is: some read a UUID without them.
  const swapped = (variety: string, place: number) => {
    if (!/^[A-Za-z0-9]{2}$/.test(token.slice(place, place + 2)) || place + 2 > length) return [];
    const parts = [
      { from: 0, to: place },
      { from: place, to: place + 2, turn: reversed },
      rest(of, place + 2),
    ];
    return [alteration(variety, parts)];
  };
  return [
    alteration('the token reversed', [{ ...all, turn: reversed }, rest(of, length)]),
    ...swapped('the token with its first two characters swapped', 0),
    ...swapped('the token with its last two characters swapped', length - 2),
    ...swapped('the token with two neighbours swapped', inMiddle),
    alteration('the token percent-encoded', [{ from: 0, to: token.length, turn: percentEncoded }]),
  ];
}

function inOtherCase({ token }: Alterable): Alteration[] {
  const half = Math.floor(token.length / 2);
  const [first, second] = [
    { from: 0, to: half },
    { from: half, to: token.length },
  ];
  const turn = otherCase;
  return [
    alteration('the token in the other case', [{ from: 0, to: token.length, turn }]),
    alteration('the token with its first half in the other case', [{ ...first, turn }, second]),
    alteration('the token with its second half in the other case', [first, { ...second, turn }]),
  ];
}

function punctuated({ token }: Alterable): Alteration[] {
  const all = { from: 0, to: token.length };
  return [
    alteration('the token and a dot', [all, '.']),
    alteration('a dot and the token', ['.', all]),
    alteration('the token in quotes', ['"', all, '"']),
  ];
}

function rest({ token }: Alterable, from: number): Piece {
  return { from, to: token.length };
}
