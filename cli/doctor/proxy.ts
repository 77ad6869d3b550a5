import { type Diagnosis, warning } from './diagnosis.ts';

/** k6 obeys the usual variables, but for loopback; the way through a proxy becomes part of every response time. */
export function diagnoseProxy(target: URL, env: NodeJS.ProcessEnv): Diagnosis[] {
  const scheme = target.protocol.slice(0, -1);
  const name = [`${scheme.toUpperCase()}_PROXY`, `${scheme}_proxy`].find((variable) => env[variable]);
  if (name === undefined || isLoopback(target.hostname) || isExempt(target.hostname, env)) return [];
  const detail = `k6 goes through the one in ${name}, and its time counts; this command goes straight`;
  return [warning('proxy', detail, `Name ${target.hostname} in NO_PROXY.`)];
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function isExempt(hostname: string, env: NodeJS.ProcessEnv): boolean {
  const names = (env['NO_PROXY'] || env['no_proxy'] || '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  return names.some((name) => {
    const domain = name.replace(/^\*?\.?/, '').replace(/:\d+$/, '');
    if (domain === '') return name === '*';
    return hostname === domain || hostname.endsWith(`.${domain}`);
  });
}
