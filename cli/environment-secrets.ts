import { secretsOf } from '../reports/secrets.ts';
import { parseBaseUrl } from '../schemas/base-url.ts';

const sources = [
  { url: 'BASE_URL', token: 'ACCESS_TOKEN' },
  { url: 'COMPARE_URL', token: 'COMPARE_ACCESS_TOKEN' },
] as const;

/** The secrets that an environment holds. A token that only k6's secret source knows is not among them. */
export function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return sources.flatMap(({ url, token }) => {
    const parsed = parseBaseUrl(env[url] ?? '');
    return secretsOf({ token: env[token] ?? '', userinfo: parsed.ok ? parsed.value.userinfo : null });
  });
}

/** For programs that have no business with the service. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secretNames.test(name)));
}

/** Names do not differ by case on Windows. */
const secretNames = /^((COMPARE_)?(ACCESS_TOKEN|URL)|BASE_URL|K6_SECRET_SOURCE.*)$/i;
