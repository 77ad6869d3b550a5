import type { Exchange } from '../../checks/exchange.ts';
import { proxyUserinfo } from '../../schemas/proxy.ts';
import { headerSecrets, type RequestHeaders, shortestToken } from '../../schemas/run-settings.ts';
import { finder } from './found-secrets.ts';

/**
 * Puts a name in the place of each secret that is written out. A text that still holds anything of a secret, in part or under an
 * encoding, is left out whole.
 */
export type Redact = (text: string) => string;

/** Stands in the place of a text that was left out. */
export const leftOutNote = '[left out: this repeats a secret]';

/** For a cache: reports repeat texts, and looking into every encoding takes long. */
const charactersRemembered = 500_000;

const unchanged: Redact = (text) => text;

export function redactor(secrets: readonly string[]): Redact {
  const own = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length);
  if (own.length === 0) return unchanged;
  let find: ReturnType<typeof finder> | undefined;
  return remembering(charactersRemembered, (text) => {
    // Made when it is needed: most redactors for one answer never get a text.
    find ??= finder(own);
    const named = own.reduce((rest, secret) => rest.replaceAll(secret, '[ACCESS_TOKEN]'), text);
    return find(named) ? leftOutNote : named;
  });
}

/**
 * Keys of facts and records whose values are the harness's own words: these stay even if the token is one of them. In a contract
 * too the values of these keys are checked: they are names of endpoints and checks, and dates.
 */
const ownWords: ReadonlySet<string> = new Set(
  `check completeness connection crossed endpoint expires id kinds meaning name notRequired observeOnly outcome phase
   profile required scenario shape startedAt verdict`.split(/\s+/),
);

/** Under these names stand maps whose keys a service chooses. */
const maps: ReadonlySet<string> = new Set(['causes', 'contested', 'undecided', 'counts']);

/** Under these names a contract holds JSON of the operator: no key and no word in it is the harness's own. */
const writtenByOperator: ReadonlySet<string> = new Set(['body', 'schema']);

/** Redacts, in plain data, every text except the harness's own words, and every key that a service or an operator chose. */
export function redactDeep<T>(value: T, redact: Redact): T {
  return walk(value, redact) as T;
}

function walk(value: unknown, redact: Redact, name = '', isOperators = false): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number' && isOperators)
    return redact(`${value}`) === `${value}` ? value : leftOutNote;
  if (Array.isArray(value)) return value.map((item) => walk(item, redact, '', isOperators));
  if (typeof value !== 'object' || value === null) return value;
  const redacted = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const ownKey = isOperators || maps.has(name) ? newKey(redact(key), redacted) : key;
    const isOwn = !isOperators && ownWords.has(key) && (typeof item === 'string' || Array.isArray(item));
    redacted.set(ownKey, isOwn ? item : walk(item, redact, key, isOperators || writtenByOperator.has(key)));
  }
  return Object.fromEntries(redacted);
}

/** A key, numbered if another one has become the same, so that none takes the place of another. */
function newKey(key: string, taken: ReadonlyMap<string, unknown>, number = 1): string {
  const numbered = number === 1 ? key : `${key} ${number}`;
  return taken.has(numbered) ? newKey(key, taken, number + 1) : numbered;
}

/** Hides the token that a request offered, if it was made from the access token: the change could be undone. */
export function redactOffered({ request: { numbered } }: Exchange): Redact {
  return typeof numbered?.secret === 'string' ? redactor([numbered.secret]) : unchanged;
}

/**
 * What no file and no output may contain. Anything shorter occurs in any text by chance. `userinfo`: user and password in the base
 * URL; null: there were none. `headers`: the operator's. `env`: may name proxies.
 */
export function secretsOf(
  services: readonly { readonly token: string; readonly userinfo: string | null }[],
  headers: RequestHeaders,
  env: Parameters<typeof proxyUserinfo>[0],
): string[] {
  const userinfo = [...services.flatMap((service) => service.userinfo ?? []), ...proxyUserinfo(env)];
  const passwords = userinfo.flatMap((text) => text.split(':').slice(1));
  const all = [...services.map(({ token }) => token), ...userinfo, ...passwords, ...headerSecrets(headers)];
  return all.filter(({ length }) => length >= shortestToken);
}

/** Caches the results of a function for the first texts, up to this many characters in total. */
export function remembering(mostCharacters: number, change: (text: string) => string) {
  const known = new Map<string, string>();
  let left = mostCharacters;
  return (text: string): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const changed = change(text);
    if (text.length > left) return changed;
    left -= text.length;
    known.set(text, changed);
    return changed;
  };
}
