import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readAnswer } from '../../checks/answer.ts';
import { exchangeWith, undeclared } from '../../checks/exchange-fixture.ts';
import { judgeResults } from '../../checks/meaning/judge-results.ts';
import { learnResults } from '../../checks/meaning/known-results.ts';
import type { SeenSuccess } from '../../checks/meaning/leaves.ts';
import { seenSuccess } from '../../checks/meaning/pairs.ts';
import { nodeHashes } from '../../cli/commands/token-command.ts';
import { closesConnections } from '../../schemas/load-plan.ts';
import { encrypt } from '../../service/conformant-service.ts';
import { loadRequests, type PlannedRequest } from '../planned-request.ts';
import { probeMaker } from '../space/circumstances.ts';
import { saltedBody } from '../space/data-text.ts';
import { drawnFor, judgesProbes, requestDrawer } from './load-requests.ts';

const token = 'token-0123456789';
const key = randomBytes(32);
const users = Array.from({ length: 16 }, (_, user) => user);
const places = Array.from({ length: drawnFor.encrypt }, (_, place) => place);
/** So often each drawn request is sent, with other data each time. */
const times = Array.from({ length: 18 }, (_, time) => time);

/** A success of the reference service with this body. */
function successOf({ point, circumstance }: PlannedRequest, sent: string): SeenSuccess[] {
  const body = encrypt(JSON.parse(sent).data, key);
  const exchange = { ...exchangeWith({ endpoint: 'encrypt', sent, point, body }), circumstance };
  const seen = seenSuccess(readAnswer(exchange, undeclared));
  return seen === null ? [] : [seen];
}

it.each([5, 19, 97, 2004, 2010, 2019, 2097, 2101])(
  'each virtual user recognises the results of the reference service: seed %i',
  (seed) => {
    const data = { refusedClasses: [], seed, roundTrip: { floorMs: 0.1, p95Ms: 0.1 } };
    const drawing = loadRequests(token, data, { version: 1 }, () => probeMaker(token, seed, nodeHashes, {}));
    const draw = requestDrawer(drawing, { virtualUsers: users.length }, seed);
    const learned = users.flatMap((user) =>
      places.flatMap((place) => {
        const { request } = draw('encrypt', user, place);
        return successOf(request, request.body ?? '');
      }),
    );
    const known = learnResults(learned);
    for (const user of users.filter(judgesProbes)) {
      const twins = places.flatMap((place) => {
        const { request, body } = draw('probe', user, place);
        const { twin } = request;
        if (twin === undefined || body === null) return [];
        return times.flatMap((time) => successOf(twin, saltedBody(body, 1000 * time + place, seed)));
      });
      expect(twins.length).toBeGreaterThan(200);
      expect([...judgeResults(twins, known, []).meanings.values()]).toEqual([]);
    }
  },
);

it('answers to probes are judged in full both on connections that stay open and on those that are closed', () => {
  expect(users.filter(judgesProbes).map(closesConnections)).toEqual([false, true]);
});
