import { closesConnections, sliceCount } from '../../schemas/load-plan.ts';
import type { Random } from '../random.ts';
import { freshCallsOf, users, type Window } from './facts.ts';

/** A user whose connections last has one, and now and then a second. */
const connectionsOfUser = 1.5;

/** A window in which every call of some connections is slow: of those that calls open, and of those that last. */
export function simulateConnections(random: Random, calls: number, share: number): Window {
  const slices = Array.from({ length: sliceCount }, () => ({ n: Math.floor(calls / sliceCount), slow: 0 }));
  const slowByUser = users.map(() => 0);
  const note = (user: number) => {
    slowByUser[user] = (slowByUser[user] ?? 0) + 1;
    const slice = slices[Math.floor(random() * sliceCount)];
    if (slice !== undefined) slice.slow += 1;
  };
  const closing = users.filter(closesConnections);
  for (let call = 0; call < freshCallsOf(calls); call += 1)
    if (random() < share) note(closing[call % closing.length] ?? 0);
  for (const user of users.filter((one) => !closesConnections(one))) {
    const own = calls / users.length;
    for (let connection = 0; connection < 2; connection += 1) {
      const part = connection === 0 ? 1 / connectionsOfUser : 1 - 1 / connectionsOfUser;
      if (random() < share) for (let call = 0; call < own * part; call += 1) note(user);
    }
  }
  return { slices, slowByUser };
}
