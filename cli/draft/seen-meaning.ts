import type { SeenAnswers, SeenByStatus } from '../../checks/seen/seen-answers.ts';
import type { Shape } from '../../checks/seen/shape.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText } from '../../checks/wording.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { tellsApart, withoutWords } from './drafted-schema.ts';

export type SeenCalls = ReturnType<typeof seenCalls>;

export function seenCalls({ byEndpoint }: SeenAnswers, endpoint: Endpoint) {
  const { withToken = {}, withoutToken = {} } = byEndpoint[endpoint] ?? {};
  const successes = meaningOf(withToken, isSuccess);
  // Where nobody says that the token is needed, other words without it may come with the time.
  const read = (forms: readonly Shape[]) => (endpoint === 'encrypt' ? forms : forms.map(withoutWords));
  /** Whether a contract that declares the successes says of answers with this 2xx status that they are none. */
  const isRefused = (status: number): boolean => {
    const { statuses, forms, areJson } = successes;
    if (!isSuccess(status) || statuses.length === 0) return false;
    if (!statuses.includes(status)) return true;
    return areJson && status !== 204 && tellsApart(read(forms), read(withoutToken[status]?.forms ?? []));
  };
  return {
    withToken,
    withoutToken,
    successes,
    // Calls without a valid token: refused, refused with a 2xx status, and answered as if they had one.
    refusals: meaningOf(withoutToken, (status) => !isSuccess(status) && !saysNothing.includes(status)),
    disguised: meaningOf(withoutToken, isRefused),
    admitted: meaningOf(withoutToken, (status) => isSuccess(status) && !isRefused(status)),
  };
}

/** Limits of rate and size, and gateways whose service is not there: these refuse no credential. */
const saysNothing: readonly number[] = [413, 414, 429, 431, 502, 503, 504];

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function meaningOf(byStatus: SeenByStatus, isMeant: (status: number) => boolean) {
  const meant = Object.entries(byStatus).filter(([status]) => isMeant(Number(status)));
  const withBody = meant.filter(([status]) => status !== '204').map(([, bodies]) => bodies);
  const forms = withBody.flatMap((bodies) => bodies.forms);
  return {
    statuses: meant.map(([status]) => Number(status)).toSorted((a, b) => a - b),
    forms,
    // Whether each of them had JSON, so that a schema can describe them; a 204 needs none.
    areJson: forms.length > 0 && withBody.every(({ empty, notJson }) => empty + notJson === 0),
  };
}

/** "200 in 980 of 1 000 answers with the token". */
export function seenWords(byStatus: SeenByStatus, statuses: readonly number[], ofWhich: string): string {
  const all = sumOf(Object.values(byStatus), ({ answers }) => answers);
  const shares = statuses.map((status) => `${status} in ${countText(byStatus[status]?.answers ?? 0)}`);
  return `${shares.join(', ')} of ${counted(all, 'answer')} ${ofWhich}`;
}
