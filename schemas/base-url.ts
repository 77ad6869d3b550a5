/** A base URL as it is used and as it may be shown: without userinfo and without trailing slashes. */
export interface BaseUrl {
  readonly url: string;
  /** User and password that stood in it; they are not sent, and shown nowhere. */
  readonly userinfo: string | null;
  /** Something the reader should know. */
  readonly note: string | null;
}

export type ParsedBaseUrl =
  | { readonly ok: true; readonly value: BaseUrl }
  | { readonly ok: false; readonly problem: string };

const shape = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/;
const hostShape = /^(\[[0-9A-Fa-f:.]+(?:%25[A-Za-z0-9._~-]+)?\]|[^:[\]@]+)(?::([0-9]*))?$/;

/** Reads BASE_URL. The problem never repeats the text, which may hold a password. */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  if (text.trim() === '') return problem('it is empty');
  if (/[^!#-;=?-[\]_a-z~%&'@]/.test(text))
    return problem('it contains a space, a control character or another character not allowed in a URL');
  const parts = shape.exec(text);
  if (parts === null) return problem('it has no scheme: write http://HOST or https://HOST');
  const [, scheme = '', authority = '', path = '', query, fragment] = parts;
  if (!/^https?$/i.test(scheme))
    return problem(`its scheme is ${scheme}, but the harness supports only http and https`);
  if (query !== undefined) return problem('it has a query (?…), but paths are appended to the base URL');
  if (fragment !== undefined)
    return problem('it has a fragment (#…), but paths are appended to the base URL');
  const at = authority.lastIndexOf('@');
  const host = hostShape.exec(authority.slice(at + 1));
  if (host === null)
    return problem('its host is not valid; write an IPv6 address in brackets, as in http://[::1]:8080');
  const port = host[2];
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65535))
    return problem('its port is not between 1 and 65535');
  const cleanPath = path.replace(/\/{2,}/g, '/').replace(/\/+$/, '');
  return {
    ok: true,
    value: {
      url: `${scheme.toLowerCase()}://${authority.slice(at + 1)}${cleanPath}`,
      userinfo: at > 0 ? authority.slice(0, at) : null,
      note: noteOn(at > 0, cleanPath),
    },
  };
}

function noteOn(hasUserinfo: boolean, path: string): string | null {
  if (hasUserinfo)
    return 'The user and password in the base URL are not sent, because the Authorization header carries the token.';
  return /\/api\/v1$/.test(path)
    ? 'The base URL ends in /api/v1, but every path already begins with it.'
    : null;
}

function problem(text: string): ParsedBaseUrl {
  return { ok: false, problem: text };
}

/** Whether a base URL names this machine itself, by its address or as localhost. */
export function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i.test(url);
}
