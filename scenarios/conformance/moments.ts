import { type PlannedRequest, validCall } from '../planned-request.ts';
import { moments } from '../space/circumstance-levels.ts';
import { type Asked, type Item, itemMaker, withBoth } from './schedule.ts';

/** After all numbers of the schedule. */
const firstNumber = 20_000;

/**
 * Returns a function that makes what is asked at a moment which the phase brings about: user, sync, and encrypt in two ways without
 * the right credential, each with its twin.
 */
export function roundMaker(asked: Asked): (moment: string) => Item[] {
  const { pair, valid } = itemMaker(1, asked);
  let number = firstNumber;
  return (moment) => {
    number += 1;
    const at = momentMarker(moment);
    const items = [
      valid(validCall('user', asked.token), number),
      valid(validCall('sync', asked.token), -number),
      pair('absent', number),
      // Of every 16 made-up tokens one is the last one again.
      pair('made-up', 16 * number + (number % 2)),
    ];
    // A moment may be over before the answer to a twin.
    return items.map((item) => ({ ...withBoth(item, at), isTwinFirst: false }) as Item);
  };
}

/** Puts requests at a moment. Where a service may refuse a call for it, it is a circumstance. */
export function momentMarker(name: string): (request: PlannedRequest) => PlannedRequest {
  const mayBeRefused = moments.some((one) => one.name === name && one.says === 'may be refused');
  return (request) => {
    const { words = '', headers = {} } = request.circumstance ?? {};
    return {
      ...request,
      point: { ...request.point, moment: name },
      ...(mayBeRefused && { circumstance: { words: [words, name].filter(Boolean).join(', '), headers } }),
    };
  };
}
