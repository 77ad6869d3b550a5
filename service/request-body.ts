import type { IncomingMessage } from 'node:http';

export const mostBodyBytes = 8 * 1024 * 1024;

/** Reads to the end, so that the answer finds its reader, but keeps no more than shows that the body is too long. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (bytes <= mostBodyBytes) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}
