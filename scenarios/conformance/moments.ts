import { validCall } from '../planned-request.ts';
import { inTurn, turnCounter } from '../random.ts';
import { inFlightWithTwin, moments } from '../space/circumstance-levels.ts';
import { type Asked, type Item, pairMaker, withBoth } from './schedule.ts';

/** Higher than any number in the schedule. */
const firstNumber = 20_000;

/**
 * Which of a round's items comes first, in the rounds of one moment: what a call leaves behind may reach only the next call, or the next
 * one of the same thread.
 */
const firstInRounds = [0, 2, 1, 3];

/** Returns a function that makes the requests for one moment of the phase: user, sync, and two encrypt probes with their twins. */
export function roundMaker(asked: Asked): (moment: string) => Item[] {
  const { token, ofValid } = asked;
  const pair = pairMaker(1, asked);
  const roundsAt = turnCounter();
  let number = firstNumber;
  return (moment) => {
    number += 1;
    const round = roundsAt(moment);
    const mayBeRefused = moments.some(({ name, says }) => name === moment && says === 'may be refused');
    const items: Item[] = [
      { request: ofValid(validCall('user', token), number) },
      { request: ofValid(validCall('sync', token), -number) },
      pair('absent', number),
      // Every sixteenth token repeats the previous one (`againAmong`), so these two numbers avoid it.
      pair('made-up', 16 * number + (number % 2)),
    ];
    const first = inTurn(firstInRounds, round);
    // A probe goes first, because the moment may be over by the time a twin is answered; together, either may arrive first.
    const isTogether = moment === inFlightWithTwin;
    const isTwinFirst = isTogether && Math.floor(round / firstInRounds.length) % 2 === 0;
    return items.map((_, place) => ({
      ...withBoth(inTurn(items, first + place), (request) => ({
        ...request,
        point: { ...request.point, moment },
        // A service may refuse calls at some moments.
        ...(mayBeRefused && { circumstance: [request.circumstance ?? [], moment].flat().join(', ') }),
      })),
      isTwinFirst,
      isTogether,
    }));
  };
}
