import { expect, it } from 'vitest';
import { releaseArchive, releaseUrl, sha256Of } from './release.ts';

it.each([
  ['linux', 'x64', 'k6-v2.2.0-linux-amd64.tar.gz'],
  ['linux', 'arm64', 'k6-v2.2.0-linux-arm64.tar.gz'],
  ['darwin', 'x64', 'k6-v2.2.0-macos-amd64.zip'],
  ['darwin', 'arm64', 'k6-v2.2.0-macos-arm64.zip'],
  ['win32', 'x64', 'k6-v2.2.0-windows-amd64.zip'],
])('knows the archive for %s on %s', (platform, arch, name) => {
  expect(releaseArchive(platform, arch)?.name).toBe(name);
});

it.each([
  ['freebsd', 'x64'],
  ['linux', 'riscv64'],
  ['win32', 'arm64'],
])('knows that there is none for %s on %s', (platform, arch) => {
  expect(releaseArchive(platform, arch)).toBeUndefined();
});

it('holds the SHA-256 of the archive that most runners need', () => {
  expect(releaseArchive('linux', 'x64')?.sha256).toBe(
    'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
  );
  expect(releaseArchive('linux', 'arm64')).not.toHaveProperty('sha256');
});

it('takes the release from k6 itself, or from the mirror that the environment names', () => {
  expect(releaseUrl({})).toBe('https://github.com/grafana/k6/releases/download/v2.2.0');
  expect(releaseUrl({ K6_RELEASE_URL: 'http://mirror.example/k6//' })).toBe(
    'http://mirror.example/k6/v2.2.0',
  );
});

it('finds a file in a checksum list, by its whole name', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
  const list = `${a}  k6-v2.2.0-linux-arm64.tar.gz.sbom\n${b}  k6-v2.2.0-linux-arm64.tar.gz\r\n${a} *other.zip\n`;
  expect(sha256Of('k6-v2.2.0-linux-arm64.tar.gz', list)).toBe(b);
  expect(sha256Of('other.zip', list)).toBe(a);
  expect(sha256Of('k6-v2.2.0-macos-arm64.zip', list)).toBeUndefined();
});
