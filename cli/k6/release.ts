import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../exit-status.ts';
import { fetchByProxy, shownUrl } from '../fetch-by-proxy.ts';
import { answerOf, executableName, pinnedVersion } from './executable.ts';

/** What a k6 is made with, in the folder `work`. `say` gets a line for each slow step, `signal` ends what has begun. */
export type Making = {
  env: NodeJS.ProcessEnv;
  work: string;
  say: (line: string) => void;
  signal: AbortSignal;
};

/** Without `sha256` the archive is checked against the release's checksum file. */
export type Archive = { name: string; sha256?: string };

const release = `k6-v${pinnedVersion}`;
/** By platform and architecture in Node's names. */
const archives: Readonly<Record<string, Archive>> = {
  'linux-x64': {
    name: `${release}-linux-amd64.tar.gz`,
    sha256: 'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
  },
  'linux-arm64': { name: `${release}-linux-arm64.tar.gz` },
  'darwin-x64': { name: `${release}-macos-amd64.zip` },
  'darwin-arm64': { name: `${release}-macos-arm64.zip` },
  'win32-x64': { name: `${release}-windows-amd64.zip` },
};

export function releaseArchive(platform: string = process.platform, arch: string = process.arch): Archive {
  const archive = archives[`${platform}-${arch}`];
  if (archive === undefined) throw new Error(`there is no k6 release for ${platform} on ${arch}`);
  return archive;
}

/**
 * Fetches, checks and unpacks the archive into `work`; returns the path of k6. `K6_RELEASE_URL` names a mirror: the archive
 * comes from there, but must have the same hash.
 */
export async function fetchRelease({ name, sha256 }: Archive, { env, work, say, signal }: Making) {
  const { K6_RELEASE_URL, SystemRoot } = env;
  const base = K6_RELEASE_URL || 'https://github.com/grafana/k6/releases/download';
  const folder = `${base.replace(/\/+$/, '')}/v${pinnedVersion}`;
  const url = `${folder}/${name}`;
  say(`Fetching k6 ${pinnedVersion} from ${shownUrl(url)}, once: about 30 MB, usually within a minute.`);
  const list = `${folder}/${release}-checksums.txt`;
  const expected = sha256 ?? sha256Of(name, String(await download(list, env, signal)));
  if (expected === undefined) throw new Error(`${shownUrl(list)} does not list ${name}`);
  const archive = await download(url, env, signal);
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== expected.toLowerCase())
    throw new Error(`${shownUrl(url)} has SHA-256 ${actual}, expected ${expected}: refused`);
  const packed = join(work, name);
  await writeFile(packed, archive);
  // The system's tar reads zip, too, on macOS and Windows.
  const tar = SystemRoot === undefined ? 'tar' : join(SystemRoot, 'System32', 'tar.exe');
  await answerOf(tar, ['-xf', packed, '-C', work], { env, timeout: 60_000, cancelSignal: signal });
  return join(work, name.replace(/\.(tar\.gz|zip)$/, ''), executableName);
}

/** The SHA-256 of a file in a checksum list as `sha256sum` writes it. */
export function sha256Of(name: string, list: string): string | undefined {
  const lines = list.split('\n').map((line) => line.trim().split(/ [ *]/));
  return lines.find(([, file]) => file === name)?.[0];
}

/** A connection that takes longer than 10 s is given up by `fetch` itself. */
export async function download(url: string, env: NodeJS.ProcessEnv, end: AbortSignal): Promise<Buffer> {
  try {
    const signal = AbortSignal.any([end, AbortSignal.timeout(300_000)]);
    const response = await fetchByProxy(url, { signal }, env);
    if (!response.ok) throw new Error(`answers ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`${shownUrl(url)}: ${messageOf(error)}`);
  }
}
