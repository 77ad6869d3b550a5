import { startService } from '../../service/server.ts';
import { endlessService } from '../../tests/endless-service.ts';
import { httpService } from '../../tests/http-service.ts';
import { token } from '../../tests/leaks.ts';
import { afterCalls } from './after-calls.ts';
import { type Due, type Given, open, type Row, unproved, unreached } from './row.ts';

const row = (name: string, due: Due, begin: () => Promise<Given>): Row => ({
  name,
  group: 'service',
  due,
  begin,
});

/** Something happens to the reference service once it has had so many calls. */
const disturbed = (
  name: string,
  due: Due,
  calls: number,
  disturb: (service: Awaited<ReturnType<typeof startService>>) => Promise<Pick<Given, 'end'>>,
) =>
  row(name, due, async () => {
    const service = await startService({ token });
    const stop = afterCalls(service, calls, () => disturb(service));
    return {
      env: { BASE_URL: service.url },
      async end() {
        const next = await stop();
        await (next === undefined ? service.stop() : next.end?.());
      },
    };
  });

const dies = async (service: { stop(): Promise<void> }) => {
  await service.stop();
  return {};
};

export const serviceRows: readonly Row[] = [
  row('nothing listens', unreached, async () => {
    const { url, stop } = await startService();
    await stop();
    return { env: { BASE_URL: url } };
  }),
  row('a name that does not resolve', unreached, async () => ({
    env: { BASE_URL: 'http://nobody.invalid' },
  })),
  disturbed('dies after 1 call', unproved, 1, dies),
  disturbed('dies after 60 calls', open, 60, dies),
  disturbed('dies after 150 calls', open, 150, dies),
  disturbed('dies after 60 calls and is back after 1 s', { status: [0, 3] }, 60, async (service) => {
    await service.stop();
    await new Promise((over) => setTimeout(over, 1000));
    const { stop } = await startService({ token, port: service.port });
    return { end: stop };
  }),
  disturbed('comes back after 60 calls with another token', open, 60, async (service) => {
    await service.stop();
    const { stop } = await startService({ port: service.port });
    return { end: stop };
  }),
  row('freezes for 5 s after 60 calls', { status: [0, 3] }, async () => {
    let since: number | undefined;
    const { url, stop } = await endlessService(token, ({ number }) => {
      if (number <= 60) return null;
      since ??= Date.now();
      const leftMs = since + 5000 - Date.now();
      return leftMs <= 0 ? null : (_, answer) => void setTimeout(answer, leftMs);
    });
    return { env: { BASE_URL: url }, end: stop };
  }),
  row('redirects to another host', unproved, async () => {
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
  }),
];
