import type { ServiceAnswer } from '../service-answer.ts';
import type { Change } from './variant.ts';

type UserRecord = Readonly<Record<string, unknown>>;

/** Rewrites the body as a text. */
export function text(rewrite: (text: string) => string | Buffer): Change {
  return (answer) => ({ ...answer, body: rewrite(answer.body.toString()) });
}

/** Replaces the whole body by a JSON value. */
export function json(value: unknown): Change {
  return text(() => JSON.stringify(value));
}

export const empty: Change = text(() => '');

/** Rewrites what stands under the key `user`. */
export function record(rewrite: (user: UserRecord) => unknown): Change {
  return text((body) => JSON.stringify({ user: rewrite(JSON.parse(body).user) }));
}

export function field(name: string, value: unknown): Change {
  return record((user) => ({ ...user, [name]: value }));
}

export function withoutField(name: string): Change {
  return record(({ [name]: _, ...others }) => others);
}

/** Puts a member into the User object as it stands, so that it need not be what JSON.stringify would write. */
export function rawField(member: string): Change {
  return text((body) => body.replace('{"user":{', () => `{"user":{${member},`));
}

export function status(code: number): Change {
  return (answer) => ({ ...answer, status: code });
}

export function header(name: string, value: string): Change {
  return (answer) => ({ ...answer, headers: { ...withoutHeader(answer, name), [name]: value } });
}

export function noHeader(name: string): Change {
  return (answer) => ({ ...answer, headers: withoutHeader(answer, name) });
}

export function alternating(...changes: readonly Change[]): Change {
  return (answer, call) => changes.reduce((changed, change) => change(changed, call), answer);
}

function withoutHeader({ headers }: ServiceAnswer, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([key]) => key.toLowerCase() !== name.toLowerCase()),
  );
}
