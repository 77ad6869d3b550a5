import type { Transport } from './report.ts';

/** For curl. A header's value is read from a variable of its name: X-Api-Key from $X_API_KEY. */
export function transportArguments({ headers = [], unverified, clientCertificate }: Transport): string[] {
  return [
    ...headers.map((name) => `-H "${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`),
    ...(unverified === true ? ['--insecure'] : []),
    ...(clientCertificate === true ? ['--cert "$CLIENT_CERT" --key "$CLIENT_KEY"'] : []),
  ];
}
