import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of a certificate for localhost, of which it is the authority itself, and what they hold. */
export function ownCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const out = ['-keyout', files.key, '-out', files.cert, '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...out, ...names], { stdio: 'ignore' });
  return { files, pair: { key: readFileSync(files.key), cert: readFileSync(files.cert) } };
}
