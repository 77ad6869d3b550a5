import { Refusal } from './refusal.ts';

export interface EncryptionRequest {
  readonly data: string;
  readonly algorithm: 'AES-256-GCM';
}

export function jsonBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'not-json', 'The request body is not JSON.');
  }
}

export function encryptionRequest(body: unknown): EncryptionRequest {
  const { data, algorithm } = isObject(body) ? body : {};
  if (typeof data !== 'string' || typeof algorithm !== 'string') {
    throw new Refusal(400, 'bad-request', 'Send a JSON object with the strings data and algorithm.');
  }
  if (algorithm !== 'AES-256-GCM') {
    throw new Refusal(422, 'unknown-algorithm', 'The only algorithm offered is AES-256-GCM.');
  }
  return { data, algorithm };
}

function isObject(value: unknown): value is { readonly data?: unknown; readonly algorithm?: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
