import { redactor, secretsOf } from '../reports/secrets/redact.ts';
import { parseBaseUrl } from '../schemas/base-url.ts';
import { accessTokenProblem, parseRequestHeaders } from '../schemas/run-settings.ts';

/**
 * The environment of the k6 process. Of the many variables that k6 reads, only those pass that say how to reach the
 * service, where the token is and where metrics go; the others could change what a run does, hide its output, or write
 * the token somewhere. `own` is what the harness itself sets; `removed` names, in alphabetical order, what k6 does not see.
 */
export function k6Environment(operator: NodeJS.ProcessEnv, own: Readonly<Record<string, string>>) {
  const set = Object.entries(operator).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const kept = set.filter(([name]) => !isRemoved(name));
  const env: Record<string, string> = { ...Object.fromEntries(kept), ...alwaysSet, ...own };
  const removed = set.map(([name]) => name).filter((name) => isRemoved(name) && !(name in alwaysSet));
  return { env, removed: removed.sort() };
}

/** k6 then neither sends usage reports nor replaces itself with another build. */
const alwaysSet = { K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false' };

/** Where the token is, how to reach the service, where k6's own metrics go (no tag is secret), what the harness itself reads. */
const passing =
  /^K6_(SECRET_SOURCE(_URL_.+)?|INSECURE_SKIP_TLS_VERIFY|NO_COLOR|OUT|(PROMETHEUS_RW|OTEL|CSV|INFLUXDB)_.+|WEB_DASHBOARD(_.+)?|BIN|RELEASE_URL)$/;

const removedBesides = [
  // For plain k6: there would be no report to read back.
  'FACTS_TO_STDOUT',
  // Writes the keys of every TLS connection to a file.
  'SSLKEYLOGFILE',
  // With http2debug it logs every header, with http2client another protocol is measured.
  'GODEBUG',
  // k6 reads an option from it, and stops if it holds something else.
  'COLLECTORS',
];

/** On Windows the case of names does not matter. */
function isRemoved(name: string): boolean {
  const upper = name.toUpperCase();
  return removedBesides.includes(upper) || (upper.startsWith('K6_') && !passing.test(upper));
}

const sources = [
  { url: 'BASE_URL', token: 'ACCESS_TOKEN' },
  { url: 'COMPARE_URL', token: 'COMPARE_ACCESS_TOKEN' },
] as const;

/** The secrets in an environment. A token that only k6's secret source knows is not among them. */
export function secretsIn(env: NodeJS.ProcessEnv): string[] {
  const own = parseRequestHeaders(env['REQUEST_HEADERS'] ?? '');
  const services = sources.map(({ url, token }) => {
    const parsed = parseBaseUrl(env[url] ?? '');
    return { token: env[token] ?? '', userinfo: parsed.ok ? parsed.value.userinfo : null };
  });
  return secretsOf(services, own.ok ? own.value : {}, env);
}

export const redactorOf = (env: NodeJS.ProcessEnv) => redactor(secretsIn(env));

export function tokensIn(env: NodeJS.ProcessEnv): string[] {
  return sources.map(({ token }) => env[token] ?? '').filter((token) => accessTokenProblem(token) === null);
}

/** For programs that do not call the service. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secretNames.test(name)));
}

/** On Windows the case of names does not matter. */
const secretNames =
  /^((COMPARE_)?(ACCESS_TOKEN|URL)|BASE_URL|REQUEST_HEADERS|CLIENT_(CERT|KEY)|K6_SECRET_SOURCE.*)$/i;
