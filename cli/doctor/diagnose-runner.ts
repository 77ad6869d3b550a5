import { type Diagnosis, doubt, ok } from './diagnosis.ts';

/** What keeps a machine from judging 20 ms; the other diagnoses have remedies of their own. */
const deciding = ['cores', 'busy', 'stolen time', 'CPU quota', 'wake-ups', 'clock', 'round trip'];

/** Whether a gate can be decided from here, and what to do if not. */
export function diagnoseRunner(diagnoses: readonly Diagnosis[]): Diagnosis {
  const unfit = diagnoses.filter(({ name, state }) => deciding.includes(name) && state !== 'ok');
  if (unfit.length === 0) return ok('20 ms', 'nothing speaks against judging it from this machine');
  const names = unfit.map(({ name }) => name).join(', ');
  return doubt('20 ms', `this machine may be unfit to judge it: ${names}`, remedies);
}

const remedies =
  'Use a runner of your own, put it nearer to the service, or gather more evidence with --profile thorough.';
