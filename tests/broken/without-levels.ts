import { roundMaker as wholeRoundMaker } from '../../scenarios/conformance/moments.ts';
import * as whole from '../../scenarios/conformance/schedule.ts';

export * from '../../scenarios/conformance/moments.ts';
export * from '../../scenarios/conformance/schedule.ts';

/** The levels of the request space that WITHOUT_LEVELS names are in no request. */
const removed: readonly string[] = JSON.parse(__ENV['WITHOUT_LEVELS'] ?? '[]');

const isLeft = ({ request: { point = {} } }: whole.Item) =>
  !Object.values(point).some((name) => removed.includes(name));

export const conformanceSchedule: typeof whole.conformanceSchedule = (...given) =>
  whole.conformanceSchedule(...given).filter(isLeft);

export const pairMaker: typeof whole.pairMaker = (...given) => {
  const made = whole.pairMaker(...given);
  const pair: typeof made = (credential, index) => {
    const item = made(credential, index);
    // A number that is a multiple of 16, and of 3, higher has the same place in its turns.
    return isLeft(item) ? item : pair(credential, index + 48);
  };
  return pair;
};

export const roundMaker: typeof wholeRoundMaker = (...given) => {
  const round = wholeRoundMaker(...given);
  return (moment) => round(moment).filter(isLeft);
};
