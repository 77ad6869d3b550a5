/**
 * An address as `fetch` takes it: without its user and password, and these as a header. Throws URIError if a % in them
 * does not begin an escape.
 */
export function splitCredentials(address: string): {
  readonly url: URL;
  readonly authorization: { readonly Authorization?: string };
} {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url, authorization: {} };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } };
}

/** Without what may be secret: user, password and query. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.replace(/\/$/, '');
}
