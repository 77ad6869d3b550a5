import { httpService } from '../http-service.ts';

export type ServedPages = Awaited<ReturnType<typeof servePages>>;

/** Serves a page under its path, and remembers everything that a browser asks for, in order. */
export async function servePages(pageOf: (path: string) => string) {
  const asked: string[] = [];
  const { url, stop } = await httpService((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pageOf(path));
  });
  return { urlOf: (path: string) => `${url}/${path}`, asked, close: stop };
}
