import type { Answer } from '../../checks/answer.ts';
import type { TokenElsewhere } from '../../checks/exchange.ts';

/**
 * Probes have the token under many names at once, and each name comes with others every time. So the name for which a service admits
 * some of them is the one that was admitted most often. Returns a function that leaves only that name, or several if they are equal.
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
    const shares = elsewhere.names.map((name) => {
      const { admitted = 0, all = 1 } = seen.get(`${elsewhere.place} ${name}`) ?? {};
      return admitted / all;
    });
    const most = Math.max(...shares);
    return { ...elsewhere, names: elsewhere.names.filter((_, at) => shares[at] === most) };
  };
}
