import { createHash } from 'node:crypto';
import { shownUrl, splitCredentials } from '../url-credentials.ts';
import { reasonOf } from './attempts.ts';

/** Fetches an archive; rejects unless it is whole and has this SHA-256. */
export async function fetchArchive(url: string, sha256: string): Promise<Buffer> {
  const archive = await download(url);
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual === sha256.toLowerCase()) return archive;
  throw new Error(`${shownUrl(url)} has SHA-256 ${actual}, expected ${sha256}: refused`);
}

/** `silenceMs`: the longest silence that is borne, from the first connection to the last byte. */
export async function download(url: string, silenceMs = 10_000): Promise<Buffer> {
  const watch = new AbortController();
  const silence = setTimeout(() => watch.abort(new Error(`silent for ${silenceMs / 1000} s`)), silenceMs);
  try {
    const { url: place, authorization } = splitCredentials(url);
    const response = await fetch(place, { headers: authorization, signal: watch.signal });
    if (!response.ok || response.body === null) throw new Error(`answers ${response.status}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) {
      silence.refresh();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw new Error(
      `${shownUrl(url)}: ${watch.signal.aborted ? watch.signal.reason.message : reasonOf(error)}`,
    );
  } finally {
    clearTimeout(silence);
  }
}
