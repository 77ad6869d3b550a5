import { inTurn, mix, randomText } from './random.ts';

/** A token that is not the access token, and how a shell writes it between double quotes, with $ACCESS_TOKEN. */
export interface MadeUpToken {
  readonly variety: string;
  readonly value: string;
  readonly inShell: string;
}

/** Some are unlike the access token, some as like as a careless comparison lets pass. */
export function madeUpToken(token: string, index: number): MadeUpToken {
  const made = inTurn(forms, index)(token, index);
  return made.value === token || made.value === '' ? extended(token, index) : made;
}

const alphabets = [/[a-z]/g, /[A-Z]/g, /[0-9]/g];

type Form = (token: string, index: number) => MadeUpToken;

const forms: readonly Form[] = [random, sameShape, changed, extended, cut, swapped, word, jwt];

/** Read as nothing by careless code, found in every JavaScript object, or ending the query of a careless one. */
const words = [
  'invalid',
  'null',
  'undefined',
  'constructor',
  '__proto__',
  'toString',
  '0',
  '*',
  "' OR '1'='1",
];

/** {"alg":"HS256","typ":"JWT"}, the same with "none", and {"sub":"usr_1","exp":4102444800}. */
const signedHeader = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const unsignedHeader = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0';
const someClaims = 'eyJzdWIiOiJ1c3JfMSIsImV4cCI6NDEwMjQ0NDgwMH0';

function random(token: string, index: number): MadeUpToken {
  return literal('a random token of the same length', randomText(index, token.length));
}

/** Digits for digits and letters for letters, of those that the token has: a check of its form alone lets it pass. */
function sameShape(token: string, index: number): MadeUpToken {
  const value = alphabets.reduce((text, alphabet) => {
    const own = charactersOf(token, alphabet);
    return text.replace(alphabet, (_, place: number) => inTurn(own, mix(index * 8191 + place)));
  }, token);
  return literal('a random token of the same shape', value);
}

function changed(token: string): MadeUpToken {
  const middle = Math.floor(token.length / 2);
  const place = middle + Math.max(0, token.slice(middle).search(/[A-Za-z0-9]/));
  const current = token.charAt(place);
  const alike = alphabets
    .map((alphabet) => charactersOf(token, alphabet))
    .find((own) => own.includes(current));
  const other = alike?.find((char) => char !== current) ?? (current === 'X' ? 'Y' : 'X');
  return {
    variety: 'the token with one character changed',
    value: token.slice(0, place) + other + token.slice(place + 1),
    inShell: ofToken(`sed 's/./${other}/${place + 1}'`),
  };
}

function extended(token: string, index: number): MadeUpToken {
  const tail = randomText(index, 8);
  return {
    variety: 'the token with eight characters more',
    value: token + tail,
    inShell: `\${ACCESS_TOKEN}${tail}`,
  };
}

function cut(token: string): MadeUpToken {
  const length = Math.floor(token.length / 2);
  return {
    variety: 'the first half of the token',
    value: token.slice(0, length),
    inShell: ofToken(`cut -c1-${length}`),
  };
}

function swapped(token: string): MadeUpToken {
  return {
    variety: 'the token in the other case',
    value: swapCase(token),
    inShell: ofToken("tr 'a-zA-Z' 'A-Za-z'"),
  };
}

function word(_token: string, index: number): MadeUpToken {
  const value = inTurn(words, roundOf(index));
  return literal(`the word ${value}`, value);
}

/** Unsigned, or signed by nobody; with the claims of the access token where that is a JWT. */
function jwt(token: string, index: number): MadeUpToken {
  const isJwt = /^eyJ[^.]*\.[^.]*\./.test(token);
  const signed = isJwt ? token : `${signedHeader}.${someClaims}.`;
  const [header, claims] = signed.split('.');
  const part = (number: number, value = '') => (isJwt ? ofToken(`cut -d. -f${number}`) : value);
  if (roundOf(index) % 2 === 0)
    return {
      variety: 'a JWT without a signature',
      value: `${unsignedHeader}.${claims}.`,
      inShell: `${unsignedHeader}.${part(2, claims)}.`,
    };
  const forged = randomText(index, 43);
  return {
    variety: 'a JWT with a made-up signature',
    value: `${header}.${claims}.${forged}`,
    inShell: `${part(1, header)}.${part(2, claims)}.${forged}`,
  };
}

function swapCase(text: string): string {
  return [...text]
    .map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()))
    .join('');
}

function literal(variety: string, value: string): MadeUpToken {
  return { variety, value, inShell: value.replace(/[\\"$`]/g, '\\$&') };
}

function ofToken(command: string): string {
  return `$(printf %s "$ACCESS_TOKEN" | ${command})`;
}

function charactersOf(token: string, alphabet: RegExp): readonly string[] {
  return token.match(alphabet) ?? [];
}

/** How often every form had its turn before. */
function roundOf(index: number): number {
  return Math.floor(index / forms.length);
}
