/** What the body of every answer outside 2xx says. */
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

/** An error whose message the client may read. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function errorBody({ code, message }: { code: string; message: string }): ErrorBody {
  return { error: { code, message } };
}

export function tokenRefusal(): Refusal {
  return new Refusal(401, 'unauthorised', 'Send the header Authorization: Bearer <ACCESS_TOKEN>.', {
    'www-authenticate': 'Bearer realm="api"',
  });
}
