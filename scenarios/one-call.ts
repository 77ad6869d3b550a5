import type { Options } from 'k6/options';
import type { OneCall } from '../checks/exchange.ts';
import { accessTokenProblem } from '../schemas/run-settings.ts';
import { ask } from './ask.ts';
import { clientOptions, readSettings } from './settings.ts';
import { noAuthorization, validAuthorization } from './tokens/credentials.ts';

/** The entry point for `doctor`: makes one encrypt call and prints what k6 saw of it as JSON. */
const settings = await readSettings(false);

export const options: Options = clientOptions();

const timeoutMs = 5000;

export async function setup(): Promise<OneCall> {
  const { token } = settings;
  const hasToken = accessTokenProblem(token) === null;
  const authorization = hasToken ? validAuthorization(token) : noAuthorization;
  const body = JSON.stringify({ data: 'doctor', algorithm: 'AES-256-GCM' });
  const request = { endpoint: 'encrypt', authorization, variety: 'a call of doctor', body } as const;
  // Nothing is kept of the body, which may have no end.
  const { response } = await ask(request, 1, { to: settings, timeoutMs, responseType: 'none', tags: {} });
  const { status, failure, error, headers, connectingMs } = response;
  const isPage = headers['content-type']?.startsWith('text/html') === true;
  return { status, failure, error, connectingMs, isPage, hasToken };
}

/** k6 requires a default function. */
export default function nothingMore(): void {}

export function handleSummary({ setup_data }: { readonly setup_data: OneCall }) {
  return { stdout: JSON.stringify(setup_data) };
}
