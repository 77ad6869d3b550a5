/** The user and password of a URL as a header, which is how `fetch` takes them. Throws URIError where a % is none of an escape. */
export function basicAuthorization({ username, password }: URL): { readonly Authorization?: string } {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Without what may be secret: user, password and query. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.replace(/\/$/, '');
}
