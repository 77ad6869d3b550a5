import { type Diagnosis, warning } from './diagnosis.ts';
import { diagnoseMachine } from './machine.ts';
import { diagnoseTarget } from './target.ts';
import { diagnoseTools, type FoundK6 } from './tools.ts';

export interface DoctorOptions {
  /** Left out: nothing is asked. */
  readonly baseUrl?: string | undefined;
  /** Goes to the service and nowhere else. */
  readonly token?: string | undefined;
  readonly obtainK6: () => Promise<FoundK6>;
  readonly env?: NodeJS.ProcessEnv;
  readonly watchMs?: number;
}

/** Which tools there are, whether the target can be reached, and whether this machine is fit to judge 20 ms. */
export async function doctor(options: DoctorOptions): Promise<Diagnosis[]> {
  const { baseUrl, token, obtainK6, env = process.env, watchMs = 2000 } = options;
  const tools = await diagnoseTools(obtainK6);
  const target =
    baseUrl === undefined
      ? [warning('target', 'no service given', 'Set BASE_URL or give --base-url URL.')]
      : await diagnoseTarget(baseUrl, token, env);
  return [...tools, ...target, ...(await diagnoseMachine(watchMs))];
}
