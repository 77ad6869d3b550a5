import secrets from 'k6/secrets';
import { given } from '../schemas/given.ts';

export async function readToken(): Promise<string> {
  return (await secretNamed('ACCESS_TOKEN')) ?? '';
}

/** From k6's secret source where one is configured, else from the environment; null: from neither. */
export async function secretNamed(name: string): Promise<string | null> {
  try {
    return await secrets.get(name);
  } catch {
    return given(__ENV[name]);
  }
}
