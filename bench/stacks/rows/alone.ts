import { type ProgramName, programs } from '../programs.ts';
import { absent, empty, madeUp, type Row, scheme } from './row.ts';

/** What a loose guard in this language compares, and what it lets in. */
const loose: Readonly<Record<ProgramName, { readonly how: string; readonly fail: readonly string[] }>> = {
  'Python http.server': { how: 'the last word is the token', fail: [scheme] },
  'Flask with gunicorn': { how: '`removeprefix("Bearer ")` is the token', fail: [scheme] },
  'FastAPI with uvicorn': {
    how: 'the header is a beginning of what is right',
    fail: [absent, empty, madeUp],
  },
  'Go net/http': { how: '`TrimPrefix(…, "Bearer ")` is the token', fail: [scheme] },
  'Node http': { how: "`split(' ')[1]` is the token", fail: [scheme] },
  Express: { how: 'the header includes the token', fail: [scheme, madeUp] },
  Fastify: { how: 'a pattern without an end', fail: [madeUp] },
  'Java HttpServer': { how: '`substring(7)` is the token', fail: [scheme] },
  'PHP built-in server': { how: '`stripos` finds the token', fail: [scheme, madeUp] },
};

/** What is wrong with a date as the language prints it. */
const printed: Partial<Record<ProgramName, string>> = {
  'FastAPI with uvicorn': 'user-last-sync-utc',
  'Go net/http': 'user-last-sync-iso8601',
  'Node http': 'user-last-sync-iso8601',
  'Java HttpServer': 'user-last-sync-utc',
  'PHP built-in server': 'user-last-sync-iso8601',
};

const names = Object.keys(programs) as ProgramName[];

export const alone: readonly Row[] = [
  ...names.map((program): Row => ({ name: program, backends: [{ program }], expected: 'pass' })),
  ...names.map(
    (program): Row => ({
      name: `${program}: ${loose[program].how}`,
      backends: [{ program, flaw: 'loose guard' }],
      expected: { fail: loose[program].fail },
    }),
  ),
  ...Object.entries(printed).map(
    ([program, check]): Row => ({
      name: `${program}: last_sync as a date is printed`,
      backends: [{ program: program as ProgramName, flaw: 'printed date' }],
      expected: { fail: [check] },
    }),
  ),
];
