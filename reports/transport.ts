/** How the requests of a run reached the service, where that is not the plain way. */
export interface Transport {
  /** Without its credentials. Its time is part of every response time. */
  readonly proxy?: string;
  /** Names of the operator's own headers, which every request carried; their values are secrets. */
  readonly headers?: readonly string[];
  /** The certificate of the service was not verified. */
  readonly unverified?: true;
  readonly clientCertificate?: true;
}

/** For curl. A header's value is read from a variable of its name: X-Api-Key from $X_API_KEY. */
export function transportArguments({ headers = [], unverified, clientCertificate }: Transport): string[] {
  return [
    ...headers.map((name) => `-H "${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`),
    ...(unverified === true ? ['--insecure'] : []),
    ...(clientCertificate === true ? ['--cert "$CLIENT_CERT" --key "$CLIENT_KEY"'] : []),
  ];
}
