import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface CertificateFiles {
  readonly key: string;
  readonly cert: string;
}

interface Wanted {
  readonly name?: string;
  /** Its authority; absent: it is one itself. */
  readonly signedBy?: CertificateFiles;
  /** From and until when it holds, as `openssl ca` reads times; absent: from now, for two days. */
  readonly holds?: readonly [string, string];
}

/** The files of a certificate, and what they hold. */
export function ownCertificate({ name = 'localhost', signedBy, holds }: Wanted = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', files.key];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const authority = signedBy === undefined ? [] : ['-CA', signedBy.cert, '-CAkey', signedBy.key];
  openssl('req', '-x509', ...key, ...subject, ...authority, '-days', '2', '-out', files.cert);
  if (holds !== undefined) {
    openssl('req', '-new', '-key', files.key, ...subject, '-out', 'asked.csr');
    writeFileSync(join(folder, 'ca.cnf'), authorityConfig);
    writeFileSync(join(folder, 'issued.txt'), '');
    const times = ['-startdate', holds[0], '-enddate', holds[1]];
    const given = ['-batch', '-notext', '-config', 'ca.cnf', '-in', 'asked.csr'];
    openssl('ca', ...given, '-selfsign', '-keyfile', files.key, ...times, '-out', files.cert);
  }
  return { files, pair: { key: readFileSync(files.key), cert: readFileSync(files.cert) } };
}

const authorityConfig = `[ca]
default_ca = own
[own]
database = issued.txt
new_certs_dir = .
default_md = sha256
policy = any
rand_serial = yes
copy_extensions = copy
[any]
`;
