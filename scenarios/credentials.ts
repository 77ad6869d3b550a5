import type { Credential } from '../checks/exchange.ts';
import { inTurn, randomText } from './random.ts';

/** An Authorization header as it is sent, and as a shell would write it with $ACCESS_TOKEN. */
export interface Authorization {
  readonly credential: Credential;
  readonly variety: string;
  readonly header: string | null;
  readonly inShell: string | null;
}

export function validAuthorization(token: string): Authorization {
  return {
    credential: 'token',
    variety: 'Bearer',
    header: `Bearer ${token}`,
    inShell: 'Bearer $ACCESS_TOKEN',
  };
}

export const noAuthorization: Authorization = {
  credential: 'absent',
  variety: 'no header',
  header: null,
  inShell: null,
};

export function lowerCaseAuthorization(token: string): Authorization {
  return {
    credential: 'lower-case',
    variety: 'bearer',
    header: `bearer ${token}`,
    inShell: 'bearer $ACCESS_TOKEN',
  };
}

const emptyForms = ['Bearer', 'Bearer ', ''];
const otherSchemes = ['Basic ', 'Token ', 'Digest ', 'Negotiate ', 'Bearer:', ''];

export function emptyAuthorization(index: number): Authorization {
  const header = inTurn(emptyForms, index);
  return {
    credential: 'empty',
    variety: header === '' ? 'empty header' : `"${header}"`,
    header,
    inShell: header,
  };
}

export function otherSchemeAuthorization(token: string, index: number): Authorization {
  const scheme = inTurn(otherSchemes, index);
  const variety = scheme === '' ? 'the token alone' : `${scheme.trim()} with the token`;
  return { credential: 'scheme', variety, header: `${scheme}${token}`, inShell: `${scheme}$ACCESS_TOKEN` };
}

/** Tokens that are not the access token: some unlike it, some as like as a careless comparison lets pass. */
export function madeUpAuthorization(token: string, index: number): Authorization {
  const { variety, value, inShell } = inTurn(madeUpForms, index)(token, index);
  return { credential: 'made-up', variety, header: `Bearer ${value}`, inShell: `Bearer ${inShell}` };
}

type MadeUp = (token: string, index: number) => { variety: string; value: string; inShell: string };

const random: MadeUp = (token, index) => {
  const value = unlike(token, randomText(index, token.length));
  return { variety: 'a random token of the same length', value, inShell: value };
};

const short: MadeUp = (token) => {
  const value = unlike(token, 'invalid');
  return { variety: 'the word invalid', value, inShell: value };
};

const changed: MadeUp = (token) => {
  const middle = Math.floor(token.length / 2);
  const letter = token.charAt(middle) === 'X' ? 'Y' : 'X';
  return {
    variety: 'the token with one character changed',
    value: token.slice(0, middle) + letter + token.slice(middle + 1),
    inShell: `$(printf %s \\"$ACCESS_TOKEN\\" | sed 's/./${letter}/${middle + 1}')`,
  };
};

const extended: MadeUp = (token, index) => {
  const tail = randomText(index, 8);
  return {
    variety: 'the token with eight characters more',
    value: token + tail,
    inShell: `\${ACCESS_TOKEN}${tail}`,
  };
};

const cut: MadeUp = (token) => {
  const length = Math.floor(token.length / 2);
  return {
    variety: 'the first half of the token',
    value: unlike(token, token.slice(0, length)),
    inShell: `$(printf %s \\"$ACCESS_TOKEN\\" | cut -c1-${length})`,
  };
};

const swapped: MadeUp = (token, index) => {
  const value = swapCase(token);
  if (value === token) return random(token, index);
  return {
    variety: 'the token in the other case',
    value,
    inShell: `$(printf %s \\"$ACCESS_TOKEN\\" | tr 'a-zA-Z' 'A-Za-z')`,
  };
};

const madeUpForms: readonly MadeUp[] = [random, random, changed, extended, cut, swapped, short];

export function swapCase(text: string): string {
  return [...text]
    .map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()))
    .join('');
}

function unlike(token: string, candidate: string): string {
  return candidate === token || candidate === '' ? `${token}-not` : candidate;
}
