import secrets from 'k6/secrets';

export async function readToken(): Promise<string> {
  return (await secretNamed('ACCESS_TOKEN')) ?? '';
}

/** From k6's secret source where one is configured, else from the environment; null: from neither. */
export async function secretNamed(name: string): Promise<string | null> {
  try {
    return await secrets.get(name);
  } catch {
    return __ENV[name] ?? null;
  }
}
