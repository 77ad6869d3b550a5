import { expect, it } from 'vitest';
import { cookiesIn } from './evidence.ts';

it.each([
  ['', {}],
  ['session=a1; Path=/; HttpOnly', { session: 'a1' }],
  ['a=1; Expires=Thu, 26 Nov 2026 08:00:00 GMT; Path=/, b=2=; Secure', { a: '1', b: '2=' }],
  ['a=1,b="two, three"', { a: '1', b: '"two, three"' }],
  ['gone=; Max-Age=0', {}],
])('reads the cookies of %j', (header, cookies) => {
  expect(cookiesIn(header)).toEqual(cookies);
});
