import { expect, it } from 'vitest';
import { glances } from '../checks/accept-fixture.ts';
import type { Exchange } from '../checks/exchange.ts';
import { exchangeWith } from '../checks/exchange-fixture.ts';
import { learnResults } from '../checks/meaning/known-results.ts';
import { nothingLearned } from '../checks/meaning/meaning.ts';
import { seenSuccess } from '../checks/meaning/pairs.ts';
import { readOf, someData } from '../checks/meaning/service-fixture.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { askService, bearer } from '../service/client-fixture.ts';
import { startService } from '../service/server.ts';
import { variants } from '../service/variants/index.ts';

const token = 'an-access-token';
const data = someData(40);

/** The answers of a service to valid calls; those that never come are left out. */
async function answersOf(names: readonly string[], each: number): Promise<Exchange[]> {
  const service = await startService({ token, variants: names });
  const calls = endpointNames.flatMap((endpoint) =>
    data.slice(0, each).map(async (text) => {
      const sent = endpoint === 'encrypt' ? JSON.stringify({ data: text, algorithm: 'AES-256-GCM' }) : '{}';
      const body = endpoint === 'encrypt' || endpoint === 'backup' ? { body: sent } : {};
      const headers = { ...bearer(token), 'content-type': 'application/json' };
      const {
        status,
        headers: said,
        body: bytes,
      } = await askService(service, endpoint, { headers, ...body });
      const read = bytes.toString();
      const isUtf8 = Buffer.from(read).equals(bytes);
      return exchangeWith({
        endpoint,
        text: read,
        sent,
        response: { status, isUtf8, headers: { date: said.date ?? '' } },
      });
    }),
  );
  const ended = await Promise.allSettled(calls);
  await service.stop();
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

const never = /hang|tarpit|slow|late|until|byte|delay/;

it('no fault of the catalogue has an answer that is accepted at a look and not by each check', async () => {
  const seen = (await answersOf([], data.length)).filter(({ endpoint }) => endpoint === 'encrypt');
  const results = learnResults(seen.flatMap((exchange) => seenSuccess(readOf(exchange)) ?? []));
  const { isAccepted, objections } = glances(
    { version: 1 },
    {},
    { ...nothingLearned, hasEncrypted: true, results },
  );
  const counts = { accepted: 0, answers: 0 };
  const wrong: string[] = [];
  for (const { name } of variants.filter((variant) => !never.test(variant.name))) {
    const answers = await answersOf([name], 4);
    const accepted = answers.filter(isAccepted);
    counts.answers += answers.length;
    counts.accepted += accepted.length;
    wrong.push(...accepted.flatMap(objections).map((objection) => `${name}: ${objection}`));
  }
  expect(wrong).toEqual([]);
  expect(counts.answers).toBeGreaterThan(5000);
  expect(counts.accepted / counts.answers).toBeGreaterThan(0.7);
});
