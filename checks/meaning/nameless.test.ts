import { expect, it } from 'vitest';
import { endsOfNone } from '../answer.ts';
import { answerWith, undeclared } from '../exchange-fixture.ts';
import { parseJsonText } from '../json-text/json-text.ts';
import { nothingLearned } from './meaning.ts';
import { keptCall, settle } from './settle.ts';
import { lacksNames } from './successes.ts';

const at = '2026-11-29T08:00:0';

/** The numbers of the backups that are no successes, where backups are answered with these bodies. */
function open(bodies: readonly unknown[], schema?: object): number[] {
  const kept = bodies.map((body) =>
    keptCall(answerWith({ endpoint: 'backup', text: JSON.stringify(body), response: { status: 201 } })),
  );
  const answers = schema === undefined ? {} : { answers: { backup: { schema } } };
  const declared = { ...undeclared, contract: { ...undeclared.contract, ...answers } };
  const { settled } = settle(kept, { user: [], sync: [], backup: [] }, declared, nothingLearned);
  return settled.flatMap(({ answer }, index) => (answer.outcome === endsOfNone.nothing ? [index] : []));
}

it.each<[string, readonly unknown[], readonly number[]]>([
  [
    'null for the backup',
    [{ backup: { id: 'a1' } }, { backup: null }, { backup: { id: 'b2' } }, { backup: null }],
    [1, 3],
  ],
  [
    'null for its id, and the reason',
    [
      { status: 'done', id: 'a1' },
      { status: 'failed', id: null, reason: 'disk' },
      { status: 'done', id: 'b2' },
    ],
    [1],
  ],
  [
    'a code, and null for the data',
    [
      { code: 0, data: { id: 1 } },
      { code: 5001, data: null, at: `${at}1Z` },
      { code: 0, data: { id: 2 } },
    ],
    [1],
  ],
  ['the state alone', [{ state: 'done', id: 'a1' }, { state: 'failed' }, { state: 'done', id: 'b2' }], [1]],
])('a backup that has no name, as others do, may not have been made: %s', (_, bodies, expected) => {
  expect(open(bodies)).toEqual(expected);
});

it.each<[string, readonly unknown[]]>([
  ['all have names', [{ id: 'a1' }, { id: 'b2' }, { id: 'c3' }]],
  ['none has one', [{ state: 'done', at: `${at}1Z` }, { state: 'done', at: `${at}2Z` }, { state: 'done' }]],
  ['several calls get the same backup', [{ id: 'a1' }, { id: 'a1' }, { id: 'a1' }, { id: 'b2' }]],
  [
    'one is not finished',
    [
      { id: 'a1', end: `${at}1Z` },
      { id: 'b2', end: null },
      { id: 'c3', end: `${at}2Z` },
    ],
  ],
  ['all but one join the one that runs', [{ id: 'a1', state: 'done' }, { state: 'runs' }, { state: 'runs' }]],
  [
    'another build names them elsewhere',
    [{ id: 'a1' }, { id: 'b2' }, { backup: { uuid: 'c3' } }, { id: 'd4' }],
  ],
])('backups are made where %s', (_, bodies) => {
  expect(open(bodies)).toEqual([]);
});

it('a contract can describe a backup without a name', () => {
  const bodies = [{ id: 'a1' }, { id: null }, { id: 'b2' }];
  expect(open(bodies)).toEqual([1]);
  expect(open(bodies, { properties: { id: { type: ['string', 'null'] } } })).toEqual([]);
});

it.each<[unknown, boolean]>([
  [{ backup: null }, true],
  [{ backup: { id: null, state: 'done' } }, true],
  [{ backup: { id: 'c3' } }, false],
  [{ backup: { id: null, key: 'c3' } }, false],
  [{ queued: true }, false],
  ['made', false],
])('under load, where earlier backups had an id or a key, %j lacks a name: %s', (body, lacks) => {
  const names = [
    ['backup', 'id'],
    ['backup', 'key'],
  ];
  const json = parseJsonText(JSON.stringify(body));
  expect(lacksNames(json, names)).toBe(lacks);
  expect(lacksNames(json, [])).toBe(false);
});
