import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Say } from './attempts.ts';
import { download, fetchArchive } from './download.ts';
import { answerOf } from './executable.ts';
import { pinnedVersion } from './version.ts';

/** Without `sha256` the archive is checked against the release's checksum file. */
export type Archive = { name: string; sha256?: string };

const checksumFile = `k6-v${pinnedVersion}-checksums.txt`;
const knownSha256: Record<string, string> = {
  'k6-v2.2.0-linux-amd64.tar.gz': 'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
};
const systems: Record<string, { name: string; ending: string }> = {
  linux: { name: 'linux', ending: 'tar.gz' },
  darwin: { name: 'macos', ending: 'zip' },
  win32: { name: 'windows', ending: 'zip' },
};
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** The release archive for a platform and an architecture in Node's names; undefined where k6 publishes none. */
export function releaseArchive(platform: string, arch: string): Archive | undefined {
  const system = systems[platform];
  const architecture = architectures[arch];
  if (system === undefined || architecture === undefined) return undefined;
  if (system.name === 'windows' && architecture === 'arm64') return undefined;
  const name = `k6-v${pinnedVersion}-${system.name}-${architecture}.${system.ending}`;
  const sha256 = knownSha256[name];
  return sha256 === undefined ? { name } : { name, sha256 };
}

/** `K6_RELEASE_URL` names a mirror; it changes where the archive comes from, never what it must hash to. */
export function releaseUrl(env: NodeJS.ProcessEnv): string {
  const { K6_RELEASE_URL } = env;
  const base = K6_RELEASE_URL || 'https://github.com/grafana/k6/releases/download';
  return `${base.replace(/\/+$/, '')}/v${pinnedVersion}`;
}

/** Fetches, checks and unpacks the archive into `work`; returns the path of k6. */
export async function fetchRelease(
  archive: Archive,
  baseUrl: string,
  work: string,
  say: Say,
): Promise<string> {
  const url = `${baseUrl}/${archive.name}`;
  const to = join(work, archive.name);
  say(`fetching k6 ${pinnedVersion} from ${url}`);
  const sha256 = archive.sha256 ?? (await publishedSha256(archive.name, baseUrl, work));
  await fetchArchive({ url, sha256, to });
  await unpack(to, work);
  const folder = archive.name.replace(/\.(tar\.gz|zip)$/, '');
  return join(work, folder, folder.includes('windows') ? 'k6.exe' : 'k6');
}

/** The SHA-256 of a file in a checksum list as `sha256sum` writes it. */
export function sha256Of(name: string, list: string): string | undefined {
  const lines = list.split('\n').map((line) => /^([0-9a-f]{64}) [ *](\S+)\s*$/i.exec(line));
  return lines.find((line) => line?.[2] === name)?.[1];
}

async function publishedSha256(name: string, baseUrl: string, work: string): Promise<string> {
  const url = `${baseUrl}/${checksumFile}`;
  const to = join(work, checksumFile);
  await download({ url, to });
  const sha256 = sha256Of(name, await readFile(to, 'utf8'));
  if (sha256 === undefined) throw new Error(`${url} does not list ${name}`);
  return sha256;
}

/** A zip is read by the tar of the system, which on macOS and Windows is bsdtar. */
async function unpack(archive: string, into: string): Promise<void> {
  if (archive.endsWith('.zip')) {
    const { SystemRoot } = process.env;
    const tar = SystemRoot === undefined ? 'tar' : join(SystemRoot, 'System32', 'tar.exe');
    const args = ['-xf', archive, '-C', into];
    await answerOf(tar, { args, env: process.env, timeoutMs: 60_000 });
    return;
  }
  const { x: extract } = await import('tar');
  await extract({ file: archive, cwd: into, strict: true });
}
