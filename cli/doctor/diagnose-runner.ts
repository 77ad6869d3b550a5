import { type Diagnosis, doubt, ok } from './diagnosis.ts';

/** What keeps a machine from judging 20 ms; the other diagnoses have remedies of their own. */
const deciding = ['cores', 'busy', 'stolen time', 'CPU quota', 'wake-ups', 'clock', 'round trip'];

/** Whether a gate can be decided from here, and what to do if not. */
export function diagnoseRunner(diagnoses: readonly Diagnosis[], env: NodeJS.ProcessEnv): Diagnosis {
  const unfit = diagnoses.filter(({ name, state }) => deciding.includes(name) && state !== 'ok');
  const here = hostedBy(env) ?? 'this machine';
  if (unfit.length === 0) return ok('20 ms', `nothing speaks against judging it from ${here}`);
  const names = unfit.map(({ name }) => name).join(', ');
  return doubt('20 ms', `${here} may be unfit to judge it: ${names}`, remedies);
}

const remedies =
  'Use a runner of your own, put it nearer to the service, or gather more evidence with --profile thorough.';

/** null: not a runner that many share. */
function hostedBy(env: NodeJS.ProcessEnv): string | null {
  if (env['RUNNER_ENVIRONMENT'] === 'github-hosted') return 'this runner hosted by GitHub';
  if (env['GITLAB_CI'] === 'true' && env['CI_SERVER_HOST'] === 'gitlab.com')
    return 'this runner on gitlab.com';
  return null;
}
