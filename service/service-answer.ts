import { errorBody, type Refusal } from './refusal.ts';

/** An answer as a value. Length and connection headers are the delivery's business. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function isSuccess({ status }: ServiceAnswer): boolean {
  return status >= 200 && status < 300;
}

export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

export function refusalAnswer(refusal: Refusal): ServiceAnswer {
  return jsonAnswer(refusal.status, errorBody(refusal), refusal.headers);
}
