import { shortestTelling } from '../../checks/meaning/leaves.ts';
import type { Raw } from '../ask.ts';
import type { KnownRefusal } from '../conformance/records.ts';
import type { JudgedAnswer } from './judge-exchange.ts';

/** More characters of a body and its headers are not kept: each virtual user would hold them, and a secret is looked for in all of them. */
const longestKept = 8192;

/** The refusal that an answer to a probe is; null: it is none, a check did not pass, or it is too long to keep. */
export function refusalIn({ answer, otherwise }: JudgedAnswer): KnownRefusal | null {
  const { status, body, headers, isUtf8 } = answer.exchange.response;
  const said = Object.values(headers);
  const isRefusal = status >= 400 && status < 500 && isUtf8 === true && otherwise.length === 0;
  return isRefusal && body.length + said.join('').length <= longestKept ? { status, body, said } : null;
}

/** Most services refuse all probes alike, and a body already sent for other data holds no result. `text`: null if it is not UTF-8. */
export function repeats(
  known: KnownRefusal | null,
  { status, headers }: Pick<Raw, 'status' | 'headers'>,
  text: string | null,
): boolean {
  if (known === null || known.status !== status || known.body !== text) return false;
  // Headers may differ in values too short to hold a result, such as a time or a number.
  const said = Object.values(headers);
  const lacks = (values: readonly string[], own: readonly string[]) =>
    own.filter((value) => !values.includes(value)).join('').length;
  return lacks(known.said, said) < shortestTelling && lacks(said, known.said) < shortestTelling;
}
