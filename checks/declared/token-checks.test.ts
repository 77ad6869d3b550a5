import { describe, expect, it } from 'vitest';
import type { Judgement } from '../check.ts';
import { conformantUser, type Sketch } from '../exchange-fixture.ts';
import { type Declarations, judgement } from './declared-fixture.ts';

const status = (code: number): Sketch => ({ response: { status: code } });
const noAnswer: Sketch = { response: { status: 0, failure: 'timeout' } };
const page: Sketch = { text: '<!doctype html>' };
const turnedAway: Sketch = { response: { status: 503, headers: { 'retry-after': '1' } } };
const error = { error: 'unauthorised' };

describe('calls without a token are judged by', () => {
  const required: Declarations = { token: { required: ['user', 'sync'] } };
  const notRequired: Declarations = { token: { notRequired: ['sync'] } };
  const told: Declarations = {
    ...required,
    answers: { sync: { schema: { required: ['state'], type: 'object' } } },
  };
  const sync = (sketch: Sketch): Sketch => ({ endpoint: 'sync', credential: 'absent', ...sketch });
  const user = (sketch: Sketch): Sketch => ({ credential: 'absent', ...sketch });
  const asUser: Sketch = { body: { user: conformantUser } };

  it.each<[string, Declarations, Sketch, Judgement['outcome']]>([
    ['sync-token-required', required, sync(status(401)), 'pass'],
    ['sync-token-required', required, sync(status(302)), 'pass'],
    ['sync-token-required', required, sync({ ...status(401), body: { state: 'ok' } }), 'undecided'],
    ['sync-token-required', required, sync({ ...status(401), body: { state: 'no token' } }), 'pass'],
    ['sync-token-required', required, sync({ ...status(401), body: { message: 'no token' } }), 'pass'],
    ['sync-token-required', required, sync({ body: { state: 'ok' } }), 'fail'],
    ['sync-token-required', required, sync(status(204)), 'undecided'],
    ['sync-token-required', required, sync({ body: error }), 'pass'],
    ['sync-token-required', required, sync({ body: { state: 'ok', error: null } }), 'undecided'],
    ['sync-token-required', required, sync({ body: { ...error, realm: 'x' } }), 'undecided'],
    ['sync-token-required', told, sync({ body: error }), 'pass'],
    ['sync-token-required', told, sync({ body: { status: 'ok' } }), 'undecided'],
    ['user-token-required', required, { credential: 'absent', body: error }, 'pass'],
    ['sync-token-required', told, sync({ body: { state: 'ok', error: 'none' } }), 'undecided'],
    ['sync-token-required', required, sync(page), 'undecided'],
    ['user-token-required', required, { credential: 'absent', body: { user: null } }, 'undecided'],
    ['user-token-required', required, { credential: 'absent', text: '', ...status(204) }, 'undecided'],
    ['user-token-required', required, { credential: 'absent', body: { user: {} } }, 'undecided'],
    ['user-token-required', required, user({ ...status(401), body: error }), 'pass'],
    ['user-token-required', required, user({ ...status(401), body: { user: conformantUser } }), 'fail'],
    [
      'user-token-required',
      required,
      user({ ...status(401), body: { ...error, user: conformantUser } }),
      'fail',
    ],
    ['user-token-required', required, user({ credential: 'made-up', ...status(401) }), 'pass'],
    ['sync-token-not-required', notRequired, sync(status(403)), 'fail'],
    [
      'sync-token-not-required',
      notRequired,
      sync({ response: { status: 403, headers: { 'retry-after': '60' } } }),
      'not-applicable',
    ],
    ['user-token-required', required, user({ credential: 'made-up', ...asUser }), 'fail'],
    ['user-token-required', required, user({ credential: 'empty', ...asUser }), 'fail'],
    ['sync-token-required', required, sync({ credential: 'made-up', body: { state: 'ok' } }), 'fail'],
    // "Without a token" is what the contract says, and this call has it.
    ['user-token-required', required, user({ credential: 'scheme', ...asUser }), 'undecided'],
    ['user-token-required', required, user({ credential: 'scheme', ...status(401) }), 'pass'],
    ['sync-token-not-required', notRequired, sync(page), 'undecided'],
    ['sync-token-required', required, sync(noAnswer), 'not-applicable'],
    ['sync-token-required', required, sync(turnedAway), 'not-applicable'],
    ['user-token-required', required, { credential: 'absent', body: { user: conformantUser } }, 'fail'],
    ['sync-token-not-required', notRequired, sync(status(200)), 'undecided'],
    ['sync-token-not-required', notRequired, sync({ body: { state: 'ok' } }), 'pass'],
    ['sync-token-not-required', notRequired, sync(status(401)), 'fail'],
    ['sync-token-not-required', notRequired, sync(status(302)), 'fail'],
    ['sync-token-not-required', notRequired, sync({ body: error }), 'fail'],
    ['sync-token-not-required', { ...told, ...notRequired }, sync({ body: error }), 'fail'],
    ['sync-token-not-required', notRequired, sync(status(403)), 'fail'],
    ...[400, 404, 405, 409, 422, 429].map((code): [string, Declarations, Sketch, Judgement['outcome']] => [
      'sync-token-not-required',
      notRequired,
      sync(status(code)),
      'not-applicable',
    ]),
    ['sync-token-required', required, sync(status(409)), 'pass'],
    ['sync-token-not-required', notRequired, sync(status(500)), 'not-applicable'],
    ['sync-token-not-required', notRequired, sync(noAnswer), 'not-applicable'],
  ])('%s: %j %j: %s', (id, declarations, sketch, outcome) => {
    const { endpoint = 'user' } = sketch;
    const success: Sketch =
      endpoint === 'user'
        ? { body: { user: conformantUser } }
        : sync({ credential: 'token', body: { state: 'ok' } });
    expect(judgement(id, declarations, sketch, Array<Sketch>(9).fill(success)).outcome).toBe(outcome);
  });
});
