import secrets from 'k6/secrets';

/** From k6's secret source where one is configured, else from the environment. */
export async function readToken(): Promise<string> {
  try {
    return await secrets.get('ACCESS_TOKEN');
  } catch {
    return __ENV['ACCESS_TOKEN'] ?? '';
  }
}
