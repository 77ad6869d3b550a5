import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { conformantUser } from '../checks/exchange-fixture.ts';
import { charactersTried } from '../scenarios/space/data-levels.ts';
import { cli, filesIn } from './cli-run.ts';
import { httpService } from './http-service.ts';
import { canary, k6Run, nodeRun } from './k6-run.ts';

/** Keeps what encrypt was asked, with which header. Refuses what lacks the token wherever it goes: of what fails, some is sent again. */
async function recordingService() {
  const asked: string[] = [];
  const service = await httpService(async (request, response) => {
    const { url, method, headers } = request;
    const body = await text(request);
    const isEncrypt = url === '/api/v1/encrypt';
    if (isEncrypt) asked.push(`${headers.authorization ?? 'none'} ${body}`);
    response
      .writeHead(method === 'POST' && headers.authorization !== `Bearer ${canary}` ? 401 : 200, {
        'content-type': 'application/json',
      })
      .end(JSON.stringify(url === '/api/v1/user' ? { user: conformantUser } : {}));
  });
  return { ...service, asked };
}

async function askedIn(run: typeof k6Run, scenario: string, env: Record<string, string>) {
  const service = await recordingService();
  try {
    const { report } = await run(scenario, { BASE_URL: service.url, PROFILE: 'quick', ...env });
    const { seed, reproduce } = report?.run ?? {};
    return { asked: service.asked.toSorted(), inOrder: service.asked, seed, again: reproduce };
  } finally {
    await service.stop();
  }
}

/** All but the classes of data whose texts are the same in every run, or so short that chance repeats them. */
function ownBodies(asked: readonly string[]): Set<string> {
  const bodies = asked.map((line) => line.slice(line.indexOf('{"data"')));
  return new Set(bodies.filter((body) => body.length > 60 && !alwaysSame.includes(JSON.parse(body).data)));
}

const alwaysSame = charactersTried.flatMap(({ texts = [] }) => texts);

describe.concurrent('plain k6', () => {
  it('sends the same requests again with the same seed', async () => {
    const seed = { SEED: '4294967295' };
    const [one, again] = await Promise.all([
      askedIn(nodeRun, 'smoke', seed),
      askedIn(nodeRun, 'smoke', seed),
    ]);
    expect(one.asked.length).toBeGreaterThan(60);
    expect(again.asked).toEqual(one.asked);
    expect(one.seed).toBe(4_294_967_295);
    expect(one.again).toContain('SEED=4294967295 PROFILE=quick k6 run dist/smoke.js');
  });

  it('sends other data in every run, and under load in every call', async () => {
    const load = { DURATION: '4s', RATE: '240', SEED: '' };
    const [one, other] = await Promise.all([askedIn(k6Run, 'load', load), askedIn(k6Run, 'load', load)]);
    expect(one.seed).not.toBe(other.seed);
    // One character, repeated to a length that comes often, is the same data.
    const isOneCharacter = (line: string) => /"data":\s*"(.|\\\w+)\1*"/.test(line);
    const before = ownBodies(one.asked);
    expect(before.size).toBeGreaterThan(40);
    const again = [...ownBodies(other.asked)].filter((body) => before.has(body) && !isOneCharacter(body));
    expect(again.map((body) => body.slice(0, 100))).toEqual([]);
    const valid = one.inOrder.filter(
      (line) => line.startsWith(`Bearer ${canary} {`) && line.length > 100 && !isOneCharacter(line),
    );
    // Two texts come again and again, on purpose. The load makes more calls than these.
    const underLoad = valid.slice(-120);
    const repeated = underLoad.filter((line) => valid.indexOf(line) !== valid.lastIndexOf(line));
    expect(new Set(repeated).size).toBeLessThanOrEqual(2);
  });

  it.each(['-1', '4294967296', '1.5', 'x'])('refuses the seed %s', async (SEED) => {
    const { report, exitCode } = await nodeRun('smoke', { BASE_URL: 'http://127.0.0.1:9', SEED });
    expect(exitCode).not.toBe(0);
    expect(JSON.stringify(report?.causes)).toContain('SEED: give a whole number');
  });
});

describe('the command line', () => {
  it('chooses a seed and says it, with which plain k6 sends the same', async () => {
    const service = await recordingService();
    try {
      const env = { BASE_URL: service.url, ACCESS_TOKEN: canary, SEED: '' };
      const first = await cli(['smoke'], { env });
      const seedOf = (folder: string) => String(JSON.parse(filesIn(folder)['report.json'] ?? '{}').run?.seed);
      const seed = seedOf(first.folder);
      const asked = service.asked.splice(0).toSorted();
      expect(asked.length, first.output).toBeGreaterThan(60);
      const again = await nodeRun('smoke', { ...env, SEED: seed });
      expect(seedOf(again.folder)).toBe(seed);
      expect(service.asked.toSorted()).toEqual(asked);
    } finally {
      await service.stop();
    }
  });
});
