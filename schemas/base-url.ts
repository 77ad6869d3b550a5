import { endpoints } from './endpoints.ts';
import { isLoopbackIp, parseIp } from './ip-address.ts';
import { type Parsed, unusable } from './run-settings.ts';

const shape = /^(https?):\/\/([^/?#]*)([^?#]*)([?#].*)?$/i;
const hostShape = /^(\[[0-9A-Fa-f:.]+(?:%25[A-Za-z0-9._~-]+)?\]|[^:[\]@%]+)(?::([0-9]*))?$/;

/**
 * Reads BASE_URL. The `url` can be used and shown: it has no userinfo, which is neither sent nor shown, and no trailing slashes.
 * The problem never repeats the text, which may hold a password. A path that ends in that of an endpoint, or in /api/v1, is
 * refused: the harness appends it. Two slashes at the end say that the service really is below such a path.
 */
export function parseBaseUrl(
  text: string,
): Parsed<{ readonly url: string; readonly userinfo: string | null }> {
  if (text.trim() === '') return unusable('it is empty');
  if (/[^!#-;=?-[\]_a-z~%&'@]/.test(text))
    return unusable('it contains a space, a control character or another character not allowed in a URL');
  const parts = shape.exec(text);
  if (parts === null) return unusable('it does not begin with http:// or https://');
  const [, scheme = '', authority = '', path = '', rest] = parts;
  if (rest !== undefined)
    return unusable('it has a query (?…) or a fragment (#…), but paths are appended to the base URL');
  const at = authority.lastIndexOf('@');
  const place = authority.slice(at + 1);
  const host = hostShape.exec(place);
  if (host === null)
    return unusable(
      'its host is not valid; write an IPv6 address in brackets, as in http://[::1]:8080, and other letters as xn--…',
    );
  const port = host[2];
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65535))
    return unusable('its port is not between 1 and 65535');
  const given = path.replace(/\/{2,}(?=[^/])/g, '/').replace(/\/$/, '');
  const repeated = appendedPaths.find((appended) => given.endsWith(appended));
  if (repeated !== undefined)
    return unusable(
      `it ends in ${repeated}, which the harness itself appends: remove it, or end the URL with // if the service really is below such a path`,
    );
  const cleanPath = path.replace(/\/{2,}/g, '/').replace(/\/+$/, '');
  // Go takes localhost for this machine only in lower case. The zone of an address, after a %, keeps its case.
  const lower = place.replace(/^[^%]*/, (name) => name.toLowerCase());
  const url = `${scheme.toLowerCase()}://${lower}${cleanPath}`;
  return { ok: true, value: { url, userinfo: at > 0 ? authority.slice(0, at) : null } };
}

const appendedPaths = ['/api/v1', ...Object.values(endpoints).map(({ path }) => path)];

/**
 * Where a URL leads. The host has no brackets and no zone. The zone of an IPv6 address is written as the system's resolver reads it after
 * the host: %eth0; without one it is empty.
 */
export function placeOf(url: string) {
  const [, scheme = '', bracketed, zone, name = '', port] =
    /^(https?):\/\/(?:[^/]*@)?(?:\[([^\]%]*)(?:%25([^\]]*))?\]|([^:/]+))(?::(\d+))?/i.exec(url) ?? [];
  const usualPort = scheme.toLowerCase() === 'https' ? 443 : 80;
  return {
    scheme: scheme.toLowerCase(),
    host: bracketed ?? name,
    zone: zone === undefined ? '' : `%${zone}`,
    port: Number(port) || usualPort,
  };
}

/** Whether a URL names this machine, so that no proxy is used for it: as localhost, or by a loopback address. */
export function isLoopback(url: string): boolean {
  const { host } = placeOf(url);
  const ip = parseIp(host);
  return ip === null ? host === 'localhost' : isLoopbackIp(ip);
}
