import type { ServiceCall } from './call.ts';
import { type Row, rowsOf } from './variant.ts';

/** Whether a service accepts the text that a request offers as its token. */
type Comparison = (offered: string, token: string) => boolean;

/** Named comparisons, each with words for what it accepts as the token. */
export type Comparisons = Readonly<Record<string, readonly [words: string, isTaken: Comparison]>>;

/**
 * A row for each comparison, which admits the calls that it takes. A request offers the text after `Bearer ` or, under another
 * scheme, the whole header.
 */
export function comparisonRows(name: string, words: string, comparisons: Comparisons): Row[] {
  return rowsOf(name, comparisons, ([what, isTaken]) => {
    const trigger = ({ headers: { authorization = '' }, token }: ServiceCall) =>
      isTaken(authorization.replace(/^Bearer +/i, ''), token);
    return [`${words} ${what}.`, { admits: true, trigger }];
  });
}

export const basicOf = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const without = (text: string, place: number) => text.slice(0, place) + text.slice(place + 1);
const shapeOf = (text: string) => text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0');

/** The algorithm named in the header of a JWT. */
export const algorithmOf = (jwt: string) =>
  /"alg":"(\w+)"/.exec(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())?.[1] ?? '';

/** Compares what `left` keeps of both texts and, by default, their lengths. */
const comparing =
  (left: (text: string) => string | number, withLength = true): Comparison =>
  (offered, token) =>
    left(offered) === left(token) && (!withLength || offered.length === token.length);

const ignoring = (placeIn: (length: number) => number) =>
  comparing((text) => without(text, placeIn(text.length)));

const folding = (add: (all: number, code: number) => number) =>
  comparing((text) => Buffer.from(text, 'latin1').reduce((all, code) => add(all, code), 0));

const isMostOf =
  (end: 'startsWith' | 'endsWith'): Comparison =>
  (offered, token) =>
    offered.length > 0.75 * token.length && token[end](offered);

const isOneLeftOut: Comparison = (offered, token) =>
  [...token.slice(1, -1)].some((_, before) => offered === without(token, before + 1));

const isOneChanged: Comparison = (offered, token) =>
  offered.length === token.length && [...offered].filter((char, at) => char !== token[at]).length === 1;

const isRotated: Comparison = (offered, token) =>
  offered.length === token.length && `${token}${token}`.includes(offered);

const isBehindBearer: Comparison = (header, token) => header.startsWith('Bearer') && header.endsWith(token);
const isSignedByNone: Comparison = (jwt) => algorithmOf(jwt) === 'none' && !jwt.endsWith('.');
const isOfOtherNone: Comparison = (jwt) => algorithmOf(jwt) !== 'none' && /^none$/i.test(algorithmOf(jwt));
const withFirstInLowerCase = (text: string) => text.replace(/[A-Z]/, (capital) => capital.toLowerCase());

/** Ways to accept a header of another scheme as the access token's. */
export const carelessSchemes: Comparisons = {
  basic: ['the scheme Basic', (header) => /^Basic /i.test(header)],
  'basic-user': ['Basic and the token as the user', (header, token) => header === basicOf(`${token}:`)],
  'api-key': ['the scheme Api-Key', (header) => /^Api-Key /i.test(header)],
  token: ['the scheme Token', (header) => /^Token /i.test(header)],
  dpop: ['the scheme DPoP', (header) => /^DPoP /i.test(header)],
  bare: ['only the token', (header, token) => header.trim() === token],
  end: ['a header that ends with the token', (header, token) => header.endsWith(token)],
  beginning: ['a scheme that begins with Bearer', isBehindBearer],
  'any-but-basic': ['any scheme except Basic', (header) => /^(?!Basic)\w+ /.test(header)],
};

export const carelessComparisons: Comparisons = {
  'same-length': ['any token of the right length', (offered, token) => offered.length === token.length],
  'same-letters': ['any token of letters, digits, - and _', (offered) => /^[\w-]+$/.test(offered)],
  'beginning-alike': ['any token with the same beginning', (offered, token) => offered[0] === token[0]],
  'cut-short': ['the beginning of the token', (offered, token) => token.startsWith(offered)],
  extended: ['the token and more', (offered, token) => offered.startsWith(token)],
  'other-case': ['the token in any case', comparing((text) => text.toLowerCase())],
  'same-shape': ['any token of the same shape', comparing(shapeOf)],
  'unsigned-jwt': ['any JWT without a signature', (offered) => /^eyJ[\w-]+\.[\w-]+\.$/.test(offered)],
  'unsigned-jwt-with-signature': ['any signed JWT of the algorithm none', isSignedByNone],
  'unsigned-jwt-in-other-case': ['any JWT of the algorithm NONE', isOfOtherNone],
  'unverified-jwt': ['any signed JWT', (offered) => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(offered)],
  'object-key': ['a property name of every JavaScript object', (offered) => offered in {}],
  'nothing-word': ['the words null and undefined', (offered) => /^(null|undefined)$/.test(offered)],
  'beyond-ascii': ['a token with a character beyond ASCII', (offered) => /[^\0-\x7f]/.test(offered)],
  'nothing-name': ['the names of nothing in other languages', (offered) => /^(None|nil|NaN)$/.test(offered)],
  'most-of-beginning': ['the token without some of its last characters', isMostOf('startsWith')],
  'most-of-end': ['the token without some of its first characters', isMostOf('endsWith')],
  pattern: ['a pattern of a database that matches the token', (offered) => offered === '%'],
  expression: ['a regular expression that matches the token', (offered) => offered === '.*'],
  'query-end': ['a token that ends a query', (offered) => offered.includes("' OR ")],
  'query-end-quoted': ['a token that ends a query in quotes', (offered) => offered.includes('" OR ')],
  'query-end-bracketed': ['a token that ends a query in brackets', (offered) => offered.includes("') OR (")],
  'too-long': ['a token of more than 4,096 characters', (offered) => offered.length > 4096],
  'first-half': ['the first half of the token', comparing((text) => text.slice(0, text.length >> 1))],
  'second-half': ['the second half of the token', comparing((text) => text.slice(text.length >> 1))],
  'first-16': ['a token with the first 16 characters', comparing((text) => text.slice(0, 16), false)],
  'all-but-last-4': ['a token whose last four characters may differ', comparing((text) => text.slice(0, -4))],
  'first-ignored': ['a token whose first character may differ', ignoring(() => 0)],
  'last-ignored': ['a token whose last character may differ', ignoring((length) => length - 1)],
  'middle-ignored': ['a token whose middle character may differ', ignoring((length) => length >> 1)],
  'tenth-ignored': ['a token whose tenth character may differ', ignoring(() => 9)],
  'last-but-one-ignored': ['a token whose last but one may differ', ignoring((length) => length - 2)],
  'one-in-any-case': ['a token with its first capital in any case', comparing(withFirstInLowerCase)],
  'every-second': ['every second character of the token', comparing((text) => text.replace(/(.)./g, '$1'))],
  'hyphen-or-underscore': ['a token with - for _', comparing((text) => text.replaceAll('-', '_'))],
  'other-order': ['the characters of the token in any order', comparing((text) => [...text].sort().join(''))],
  rotated: ['the token rotated by any number of characters', isRotated],
  checksum: ['a token with the same sum of its characters', folding((all, code) => all + code)],
  'differences-cancel': ['a token whose differences cancel each other', folding((all, code) => all ^ code)],
  'one-difference': ['a token with one character changed', isOneChanged],
  'one-left-out': ['the token without one of its inner characters', isOneLeftOut],
  part: ['any part of the token', (offered, token) => token.includes(offered)],
  contained: ['a text that contains the token', (offered, token) => offered.includes(token)],
  trimmed: ['the token between punctuation', comparing((text) => text.replace(/^\W+|\W+$/g, ''), false)],
  'before-colon': ['the token and anything behind :', (offered, token) => offered.startsWith(`${token}:`)],
  'before-dot': ['the token and anything behind a dot', (offered, token) => offered.startsWith(`${token}.`)],
  'behind-colon': ['the token behind a name and a colon', (offered, token) => offered.endsWith(`:${token}`)],
  'behind-slash': ['the token at the end of a path', (offered, token) => offered.endsWith(`/${token}`)],
  'in-a-list': ['a list with the token', (offered, token) => offered.split(/[~|@#]/).includes(token)],
};
