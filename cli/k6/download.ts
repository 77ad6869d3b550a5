import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { reasonOf } from './attempts.ts';

export type Download = {
  url: string;
  /** The file to create; it does not stand there after a failure. */
  to: string;
  /** The longest silence that is borne, from the first connection to the last byte. */
  silenceMs?: number;
};

/** Fetches an archive; rejects, and leaves nothing, unless it is whole and has this SHA-256. */
export async function fetchArchive({ sha256, ...what }: Download & { sha256: string }): Promise<void> {
  const actual = await download(what);
  if (actual === sha256.toLowerCase()) return;
  await rm(what.to, { force: true });
  throw new Error(`${what.url} has SHA-256 ${actual}, expected ${sha256}: refused`);
}

/** Returns the SHA-256 of what was fetched. */
export async function download({ url, to, silenceMs = 10_000 }: Download): Promise<string> {
  const watch = new AbortController();
  const silence = setTimeout(() => watch.abort(new Error(`silent for ${silenceMs / 1000} s`)), silenceMs);
  try {
    const response = await fetch(url, { signal: watch.signal });
    if (!response.ok || response.body === null) throw new Error(`answers ${response.status}`);
    return await save(response.body, to, () => silence.refresh());
  } catch (error) {
    await rm(to, { force: true });
    throw new Error(`${url}: ${watch.signal.aborted ? watch.signal.reason.message : reasonOf(error)}`);
  } finally {
    clearTimeout(silence);
  }
}

async function save(body: AsyncIterable<Uint8Array>, to: string, onChunk: () => void): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(to, 'w');
  try {
    for await (const chunk of body) {
      onChunk();
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
