import { type RunningService, startService } from '../../service/server.ts';
import { httpService } from '../../tests/http-service.ts';
import { token } from '../../tests/leaks.ts';
import { type Due, open, type Row, unproved, unreached } from './row.ts';

const dies = (calls: number, due: Due): Row => ({
  name: `dies after ${calls} call${calls === 1 ? '' : 's'}`,
  due,
  begin: (_, service) => ({ after: { calls, act: () => service.stop() } }),
});

/** Stops after 60 calls, and is back at the same port after so long. */
const comesBack = (name: string, due: Due, afterMs: number, ownToken?: string): Row => ({
  name,
  due,
  begin(_, service) {
    let next: RunningService | undefined;
    const act = async () => {
      await service.stop();
      await new Promise((over) => setTimeout(over, afterMs));
      next = await startService({ token: ownToken, port: service.port });
    };
    return { after: { calls: 60, act }, end: () => next?.stop() };
  },
});

export const serviceRows: readonly Row[] = [
  {
    name: 'a name that does not resolve',
    due: unreached,
    begin: () => ({ env: { BASE_URL: 'http://nobody.invalid' } }),
  },
  dies(1, unproved),
  dies(60, open),
  dies(150, open),
  comesBack('dies after 60 calls and is back after 1 s', { status: [0, 3] }, 1000, token),
  comesBack('comes back after 60 calls with another token', open, 0),
  {
    name: 'redirects to another host',
    due: unproved,
    async begin() {
      const strayed: string[] = [];
      const other = await httpService(({ headers }, response) => {
        if (JSON.stringify(headers).includes(token)) strayed.push('a call of another host');
        response.end('{}');
      });
      const { url, stop } = await httpService((_, response) => {
        response.writeHead(307, { location: `${other.url}/api/v1/user` }).end();
      });
      return {
        env: { BASE_URL: url },
        strayed: () => strayed,
        end: () => Promise.all([stop(), other.stop()]),
      };
    },
  },
];
