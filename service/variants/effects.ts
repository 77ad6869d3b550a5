import { type Answer, isSuccess } from './answer.ts';
import { type Call, isValid } from './call.ts';
import type { Effect, Variant } from './variant.ts';

/** Tells which variants show on a call. It counts calls, so it is made once for each running service. */
export function variantChooser(variants: readonly Variant[]): (call: Call) => readonly Variant[] {
  const concerned = new Map<Variant, number>();
  return (call) =>
    variants.filter((variant) => {
      if (!concerns(variant, call)) return false;
      const count = (concerned.get(variant) ?? 0) + 1;
      concerned.set(variant, count);
      return variant.trigger?.fires(call, count) ?? true;
    });
}

function concerns({ on, calls = 'valid' }: Variant, call: Call): boolean {
  if (on !== undefined && (call.endpoint === undefined || !on.includes(call.endpoint))) return false;
  if (calls === 'any') return true;
  if (calls === 'valid') return isValid(call);
  if (calls === 'refused') return call.endpoint !== undefined && !isValid(call);
  return calls.includes(call.credential);
}

/** Of several variants with the same effect, the last one named wins. */
export function lastEffect<K extends keyof Effect>(
  variants: readonly Variant[],
  key: K,
): Effect[K] | undefined {
  return variants.findLast(({ effect }) => effect[key] !== undefined)?.effect[key];
}

/** A variant of valid calls leaves answers alone that are refusals for another reason, a wrong body for one. */
export function changed(answer: Answer, variants: readonly Variant[], call: Call): Answer {
  return variants.reduce((before, { calls = 'valid', effect }) => {
    const isMeant = calls !== 'valid' || isSuccess(before);
    return isMeant && effect.change ? effect.change(before, call) : before;
  }, answer);
}
