import type { Answer } from '../../checks/answer.ts';
import type { TokenElsewhere } from '../../checks/exchange.ts';
import { lowerBound } from '../../checks/statistics/distributions.ts';

/** Of names that are sent rarely, one may come with the right one each time. */
const chance = 0.05;

/**
 * Probes have the token under many names at once, and each name comes with others every time. If a service admits some of them for one
 * name, the probes with that name are the ones that it admitted most surely. Returns a function that leaves only that name, or several
 * if they are equal. Where all probes were admitted, no name matters.
 */
export function likeliestNames(answers: readonly Answer[]) {
  const seen = new Map<string, { admitted: number; all: number }>();
  for (const { exchange, meaning } of answers) {
    const { place, names = [] } = exchange.request.elsewhere ?? {};
    for (const name of meaning === null || meaning.is === 'unclear' ? [] : names) {
      const counts = seen.get(`${place} ${name}`) ?? { admitted: 0, all: 0 };
      counts.all += 1;
      if (meaning?.is === 'result') counts.admitted += 1;
      seen.set(`${place} ${name}`, counts);
    }
  }
  return (elsewhere: TokenElsewhere): TokenElsewhere => {
    const counts = elsewhere.names.map(
      (name) => seen.get(`${elsewhere.place} ${name}`) ?? { admitted: 0, all: 0 },
    );
    if (counts.every(({ admitted, all }) => admitted === all)) return elsewhere;
    const shares = counts.map(({ admitted, all }) => lowerBound(admitted, all, chance));
    const most = Math.max(...shares);
    return { ...elsewhere, names: elsewhere.names.filter((_, at) => shares[at] === most) };
  };
}
