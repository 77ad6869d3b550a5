import { secretsOf } from '../reports/secrets.ts';
import { parseBaseUrl } from '../schemas/base-url.ts';
import { proxySecrets } from '../schemas/proxy.ts';
import { headerSecrets, parseRequestHeaders } from '../schemas/request-headers.ts';

const sources = [
  { url: 'BASE_URL', token: 'ACCESS_TOKEN' },
  { url: 'COMPARE_URL', token: 'COMPARE_ACCESS_TOKEN' },
] as const;

/** The secrets that an environment holds. A token that only k6's secret source knows is not among them. */
export function secretsIn(env: NodeJS.ProcessEnv): string[] {
  const own = parseRequestHeaders(env['REQUEST_HEADERS'] ?? '');
  const otherSecrets = [...(own.ok ? headerSecrets(own.headers) : []), ...proxySecrets(env)];
  const ofServices = sources.flatMap(({ url, token }) => {
    const parsed = parseBaseUrl(env[url] ?? '');
    return secretsOf({ token: env[token] ?? '', userinfo: parsed.ok ? parsed.value.userinfo : null });
  });
  return [...ofServices, ...secretsOf({ token: '', userinfo: null, otherSecrets })];
}

/** For programs that have no business with the service. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secretNames.test(name)));
}

/** Names do not differ by case on Windows. */
const secretNames =
  /^((COMPARE_)?(ACCESS_TOKEN|URL)|BASE_URL|REQUEST_HEADERS|CLIENT_(CERT|KEY)|K6_SECRET_SOURCE.*)$/i;
