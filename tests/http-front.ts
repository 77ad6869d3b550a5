import { type IncomingHttpHeaders, request } from 'node:http';
import { httpService } from './http-service.ts';

export type HttpFront = Awaited<ReturnType<typeof httpFront>>;

/**
 * Stands before a service on this port, as a gateway or as a proxy, takes a prefix off and keeps what it was asked: as a proxy, for whole
 * URLs. Calls beyond `most` get no answer.
 */
export async function httpFront(port: number, prefix = '', most = Infinity) {
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  const front = await httpService((asked, response) => {
    const { method, url = '', headers } = asked;
    seen.push({ url, headers });
    if (seen.length > most) return void response.destroy();
    const path = new URL(url, 'http://front').pathname.replace(prefix, '');
    const onward = request({ port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    asked.pipe(onward);
  });
  return { ...front, seen };
}
