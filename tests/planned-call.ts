import { placedTokens } from '../checks/exchange.ts';
import type { PlannedRequest } from '../scenarios/planned-request.ts';
import { withMembers } from '../scenarios/tokens/credentials.ts';
import { endpoints } from '../schemas/endpoints.ts';
import { endpointAt } from '../service/conformant-service.ts';
import type { ServiceCall } from '../service/variants/call.ts';

/** A planned call of encrypt as the reference service sees it, without what only shows when it is made. */
export function plannedCall(request: PlannedRequest, token: string): ServiceCall {
  const { authorization, body } = request;
  const { header, elsewhere } = authorization;
  const path = endpoints.encrypt.path;
  const placed = placedTokens(elsewhere ?? { names: [] }, token);
  const at = (place: string) => (elsewhere?.place === place ? placed : undefined);
  const [query, member, cookie, other] = ['query', 'body', 'cookie', 'header'].map(at);
  const asked = request.path ?? path;
  const url =
    query === undefined ? asked : `${asked}${asked.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;
  const named = Object.entries({
    accept: 'application/json',
    'content-type': 'application/json',
    ...request.headers,
    // Node reads each byte of a header as a character.
    ...(header !== null && { authorization: Buffer.from(header).toString('latin1') }),
    ...(cookie && { cookie: cookie.map((pair) => pair.join('=')).join('; ') }),
    ...Object.fromEntries(other ?? []),
  }).map(([name, value]) => [name.toLowerCase(), value]);
  // One that is empty is not sent.
  const headers = Object.entries<string>(Object.fromEntries(named)).filter(([, value]) => value !== '');
  const sent = member === undefined ? body : withMembers(body ?? '{}', member);
  return {
    method: 'POST',
    url,
    endpoint: endpointAt(url),
    headers: Object.fromEntries(headers),
    body: Buffer.from(sent ?? ''),
    data: JSON.parse(body ?? '').data,
    token,
    credential: authorization.credential as ServiceCall['credential'],
    sequence: 1,
    isBeforeBackup: false,
    isDuringBackup: false,
    inFlight: 1,
    isRepeated: false,
    isSentAgain: false,
    connection: { number: 1, calls: 1, isKnown: false },
  };
}
