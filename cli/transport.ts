import { X509Certificate } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Command } from 'commander';
import { unreadableProxies } from '../schemas/proxy.ts';
import { given, parsedIn, parseRequestHeaders } from '../schemas/run-settings.ts';
import { refuse, UsageError } from './exit-status.ts';
import { readInputFile } from './named-file.ts';

export interface TransportOptions {
  readonly header?: readonly string[];
  readonly cert?: string;
  readonly key?: string;
  readonly cacert?: string;
  readonly insecure?: boolean;
}

export type TransportSettings = Awaited<ReturnType<typeof readTransport>>;

/** Reads how requests are to reach the service. Throws UsageError before anything is sent, and repeats no header's value. */
export async function readTransport(options: TransportOptions, env: NodeJS.ProcessEnv) {
  const [unreadable] = unreadableProxies(env);
  if (unreadable !== undefined)
    throw new UsageError(
      `${unreadable}: is not the address of a proxy. Write http://USER:PASSWORD@HOST:PORT, or without USER and PASSWORD@, and in these a / as %2F, a ? as %3F and a # as %23.`,
    );
  return {
    /** For k6 and the scenario: header values are never arguments of k6. */
    variables: {
      ...headersIn(options, env),
      ...(await clientCertificate(options, env)),
      ...(options.insecure === true && { K6_INSECURE_SKIP_TLS_VERIFY: 'true' }),
    },
    /** A PEM certificate to trust besides those of the system; null: none. */
    authority: options.cacert === undefined ? null : await authorityIn(options.cacert),
    /** Where Go looks for certificates besides its bundle. */
    authorityFolders: given(env['SSL_CERT_DIR']) ?? '/etc/ssl/certs:/etc/pki/tls/certs',
  };
}

function headersIn({ header = [] }: TransportOptions, env: NodeJS.ProcessEnv): Record<string, string> {
  if (header.some((one) => /[\r\n]/.test(one)))
    throw new UsageError('--header: write one header on one line.');
  const text = [...header, ...(given(env['REQUEST_HEADERS'])?.split('\n') ?? [])].join('\n');
  parsedIn('--header or REQUEST_HEADERS', parseRequestHeaders(text), refuse);
  return text === '' ? {} : { REQUEST_HEADERS: text };
}

async function clientCertificate(
  options: TransportOptions,
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  const cert = options.cert ?? given(env['CLIENT_CERT']);
  const key = options.key ?? given(env['CLIENT_KEY']);
  if (cert === null && key === null) return {};
  if (cert === null || key === null) throw new UsageError('--cert and --key belong together: give both.');
  const pair = { cert: await textOf('--cert', cert), key: await textOf('--key', key) };
  try {
    createSecureContext(pair);
  } catch {
    throw new UsageError(
      '--cert and --key: use PEM files that belong together, and a key without a password.',
    );
  }
  return { CLIENT_CERT: resolve(cert), CLIENT_KEY: resolve(key) };
}

async function authorityIn(file: string): Promise<string> {
  if (['darwin', 'win32'].includes(process.platform)) {
    throw new UsageError(
      '--cacert: k6 reads such a file on Linux only. Add the certificate to those that this system trusts.',
    );
  }
  const own = await textOf('--cacert', file);
  try {
    new X509Certificate(own);
  } catch {
    throw new UsageError(`--cacert ${file}: it is not a certificate in PEM form.`);
  }
  return own;
}

/** All variables by which k6 gets these settings; some name files that are written into the folder `scratch`. */
export async function toldToK6(settings: TransportSettings, scratch: string) {
  const { variables, authority, authorityFolders } = settings;
  const [K6_CONFIG, own] = [join(scratch, 'k6.json'), join(scratch, 'authorities')];
  // The operator's own configuration of k6 could log every header, and change every option.
  await writeFile(K6_CONFIG, '{}');
  if (authority === null) return { ...variables, K6_CONFIG };
  await mkdir(own);
  await writeFile(join(own, 'own.pem'), authority);
  return { ...variables, K6_CONFIG, SSL_CERT_DIR: `${authorityFolders}:${own}` };
}

async function textOf(option: string, file: string): Promise<string> {
  const content = await readInputFile(file, mostMb, `${option} ${file}`);
  if (content === null) throw new UsageError(`${option} ${file}: the file does not exist`);
  return content.toString();
}

const mostMb = 5;

/** For an option that may be repeated: all its values. */
export function repeated(value: string, others: readonly string[] = []): string[] {
  return [...others, value];
}

export function addTransportOptions(command: Command): Command {
  return command
    .option(
      '--header <header>',
      "'Name: value' to send with each request to the service (repeatable); a secret belongs in REQUEST_HEADERS, which no list of processes shows",
      repeated,
    )
    .option('--cert <file>', 'client certificate (PEM); default: CLIENT_CERT')
    .option('--key <file>', 'its key (PEM); default: CLIENT_KEY')
    .option('--cacert <file>', 'a further certificate authority to trust (PEM; on Linux only)')
    .option('--insecure', 'do not verify the certificate of the service; the report says so');
}
