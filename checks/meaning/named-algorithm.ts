import { statedAlgorithm } from '../../schemas/contract.ts';
import { groupedBy } from '../add-up.ts';
import { fewestAlike, type KnownResults, placeAt, type SeenLeaf, seenIn } from './known-results.ts';
import { isInBody, type SeenSuccess } from './leaves.ts';
import { bare } from './stated-error.ts';

const [family = '', size = '', mode = ''] = statedAlgorithm.toLowerCase().split('-');

/** Whether a text may name the algorithm that the calls ask for, as `A256GCM`, `AES/GCM/NoPadding` and, beside other members, `AES256` do. */
function mayNameStated(text: string): boolean {
  const name = text.toLowerCase();
  if (!name.includes(family) && !name.includes(mode)) return false;
  const [anySize] = /(?<!\d)\d{3}(?!\d)/.exec(name) ?? [size];
  const namesNoMode =
    name
      .replace(family, '')
      .replace(size, '')
      .replace(/[^a-z\d]/g, '') === '';
  return anySize === size && (namesNoMode || name.includes(mode));
}

/** Whether a text names an algorithm of the same family, perhaps as JOSE does: A128GCM. Cipher suites of TLS speak of the transport. */
function isOfFamily(text: string): boolean {
  const name = text.toLowerCase();
  const isOfJose = /^a\d{3}[a-z]/.test(name) && [mode, 'cbc'].includes(name.slice(4, 7));
  return isOfJose || (name.includes(family) && !name.startsWith('tls_'));
}

/** Members with such names say which algorithm was used, unless they say how a key was encrypted. */
const naming = /^(?!.*(keyencr|wrap)).*(algorithm|cipher|encryption)|^(alg|enc)$/;

/**
 * Successes that say that their data was encrypted with another algorithm. They name another one where others name the one that was
 * asked for, if it is of the same family or stands in a member such as `algorithm`. Or such a member names one of the same family, and
 * no other member the one that was asked for, as where a key is encrypted, too. Services have names of their own for algorithms, so
 * a name that every success has, and that resembles none, says nothing.
 */
export function misnamedResults(successes: readonly SeenSuccess[], known: KnownResults): SeenSuccess[] {
  const texts = seenIn(successes).filter(
    ({ path, leaf }) =>
      leaf.kind === 'string' &&
      leaf.length > 0 &&
      isInBody(path) &&
      placeAt(known, path)?.role === 'constant',
  );
  const isNaming = ({ path }: SeenLeaf) => naming.test(bare(path.split('.').at(-1) ?? ''));
  const stating = texts.filter((one) => isNaming(one) && mayNameStated(one.leaf.mark));
  const stated = new Set(stating.map(({ success }) => success));
  return [...groupedBy(texts, ({ path }) => path).values()].flatMap((seen) => {
    const others = seen.filter(({ leaf }) => !mayNameStated(leaf.mark));
    const areNames = seen.length - others.length >= fewestAlike;
    const isOther = (one: SeenLeaf) => {
      const isRelated = isOfFamily(one.leaf.mark);
      return areNames ? isNaming(one) || isRelated : isNaming(one) && !stated.has(one.success) && isRelated;
    };
    return others.flatMap((one) => (isOther(one) ? one.success : []));
  });
}
