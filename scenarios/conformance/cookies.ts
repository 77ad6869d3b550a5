import http, { type Response } from 'k6/http';
import type { SentCookies } from '../../checks/exchange.ts';
import type { PlannedRequest } from '../planned-request.ts';

/** The cookies of a client, set by answers to calls with the token. */
export function newCookies() {
  const jar = new http.CookieJar();
  /** The call that last set each cookie, by name. */
  const setBy = new Map<string, Pick<SentCookies, 'setBy' | 'body'>>();
  return {
    keep(url: string, { endpoint, body }: PlannedRequest, cookies: Response['cookies']): void {
      for (const { name, value, domain, path, secure, ...rest } of Object.values(cookies).flat()) {
        // k6's types call this field maxAge, but k6 itself names it max_age.
        const { max_age: maxAge = 0 } = rest as { readonly max_age?: number };
        const isOver = value === '' || maxAge < 0 || (rest.expires > 0 && rest.expires < Date.now());
        if (isOver) jar.delete(url, name);
        else jar.set(url, name, value, { domain, path, secure });
        setBy.set(name, { setBy: endpoint, body });
      }
    },
    /** undefined: there are no cookies for this address. */
    sentTo(url: string): SentCookies | undefined {
      const pairs = Object.entries(jar.cookiesForURL(url)).sort();
      const last = setBy.get(pairs.at(-1)?.[0] ?? '');
      if (last === undefined) return undefined;
      return { ...last, header: pairs.map(([name, [value]]) => `${name}=${value}`).join('; ') };
    },
  };
}
