import { expect, it } from 'vitest';
import { crashLines } from './executable.ts';

it('are the words of Go without its stack traces', () => {
  const text = `runtime: failed to create new OS thread (have 5 already; errno=11)
runtime: may need to increase max user processes (ulimit -u)
fatal error: newosproc

runtime stack:
runtime.throw({0x1c58cdf?, 0x2fb19df7be10?})
\t/usr/local/go/src/runtime/panic.go:1229 +0x48 fp=0x2fb19df7bde8
goroutine 1 [running]:`;
  expect(crashLines(text)).toEqual(text.split('\n').slice(0, 3));
  expect(crashLines('panic: boom\n\ngoroutine 7 [running]:\npanic: again')).toEqual([
    'panic: boom',
    'panic: again',
  ]);
});

it('are none where nothing crashed', () => {
  expect(crashLines('level=error msg="GoError: panic: no"\nk6 v2.2.0')).toEqual([]);
});
