import { signedJwt } from './signed-jwt.ts';

/** Tokens of real kinds, each with ways to read it: among them are all of the reference service's. */
export const readTokens: readonly (readonly [token: string, ...equivalences: string[]])[] = [
  [signedJwt('HS256'), 'jwt', 'base64'],
  ['3q2+7wABCkLm9ZpQrSt/vA==', 'base64', 'loose-base64'],
  ['3f86d081-884c-4d65-9a2f-eaa0c55ad015', 'hexadecimal', 'number', 'uuid-of-64-bits', 'grouped', 'parts'],
  ['{f81d4fae-7dec-41d0-a765-00a0c91e6bf6}', 'guid', 'guid-in-brackets', 'base85'],
  ['42|kT9dXw3mQeZ7pRb1LsVn0YgHcUaJfOi5E8rT2xWq', 'numbered', 'base85'],
  ['MFRGGZDFMZTWQ2LKNNWG23TPOA', 'base32', 'base32-bytes'],
  ['KEY_9f86d081884c7d659a2feaa0c55ad015', 'prefixed', 'hexadecimal-end'],
  ['be37ccebe21815559666b60338ec1492NRAL', 'suffixed'],
  ['tok01ARZ3NDEKTSV4RRFFQ69G5FAV', 'base32-end'],
  ['%2B%2B%2F%2FvjfM6%2BIYFVWWZrYDOOwUkmcLj9I%3D', 'percent-encoded', 'base85'],
];
