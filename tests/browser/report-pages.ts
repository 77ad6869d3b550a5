import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reports } from '../../reports/fixtures/all.ts';
import { renderHtml } from '../../reports/html/html.ts';

export interface ReportPages {
  readonly urlOf: (name: string) => string;
  /** Every path that was asked for, in order. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

/** Serves the page of every sample report, and remembers everything that a browser asks of it. */
export async function serveReportPages(): Promise<ReportPages> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const report = reports[path.slice(1)];
    response.writeHead(report === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(report === undefined ? '' : renderHtml(report()));
  });
  const port = await listen(server);
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
