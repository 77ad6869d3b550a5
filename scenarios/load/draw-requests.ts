import type { Params } from 'k6/http';
import type { GlancedRequest } from '../../checks/accept.ts';
import { type Credential, type Subject, subjectsOfRefusal } from '../../checks/exchange.ts';
import { utf8Bytes } from '../../checks/utf8-bytes.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { prepared } from '../ask.ts';
import type { UserContext } from '../context.ts';
import type { PlannedRequest } from '../planned-request.ts';
import { drawingFor } from '../request-drawing.ts';
import type { LoadData } from '../setup-data.ts';
import type { LikeBody } from '../space/data-text.ts';
import { drawnFor, isUsual, type RequestSlot, requestDrawer } from './load-requests.ts';

/** A request that a virtual user sends again and again with other data: everything that is known before a call. */
export interface LoadRequest extends GlancedRequest {
  /** What it was made of, with the beginning of its body, for an answer that needs more than a glance. */
  readonly planned: PlannedRequest;
  readonly endpoint: Endpoint;
  readonly credential: Credential;
  readonly method: string;
  readonly url: string;
  readonly body: LikeBody | null;
  /** Each call sets its phase and its cookie jar: k6 copies what it is given. */
  readonly params: Params & { readonly tags: Record<string, string> };
  readonly isUsual: boolean;
  /** The subjects of a refusal; none: the call is valid. */
  readonly subjects: readonly Subject[];
}

export const timeoutMs = 10_000;

/** With fewer digits, two calls may have the same data by chance, and so the same result. */
const fewestDigits = 8;

/** Longer bodies are read as text, which delays other calls less in k6's engine. */
const longestBinary = 4096;

/** The result does not refer to the parts that draw it, which would take up most of a virtual user's memory. */
export function drawRequests(
  context: UserContext,
  data: LoadData,
  load: ResolvedLoad,
  user: number,
  closeAfter: boolean,
) {
  const { settings, contract } = context;
  const draw = requestDrawer(drawingFor(settings, contract, data), load, data.seed);
  /** Valid calls of an endpoint differ only in their bodies. */
  const alike = new Map<string, LoadRequest['params']>();
  const sentAs = ({ request, body }: ReturnType<typeof draw>): LoadRequest => {
    const { endpoint, authorization } = request;
    const { credential } = authorization;
    const isValid = credential === 'token';
    const sentCharacters = request.body?.length ?? 0;
    const { twin } = request;
    const planned = {
      ...{ ...request, body: body?.before ?? null, closeAfter },
      ...(twin && { twin: { ...twin, body: null, closeAfter } }),
    };
    const responseType = sentCharacters > longestBinary ? 'text' : 'binary';
    const options = { to: settings, timeoutMs, responseType, tags: {} } as const;
    const { method, url, params: ownParams, body: before } = prepared(planned, options);
    const key = `${endpoint} ${responseType}`;
    const params = (isValid ? alike.get(key) : undefined) ?? ownParams;
    if (isValid) alike.set(key, params);
    const own = body && { ...body, before: before ?? '' };
    const isEncrypt = isValid && endpoint === 'encrypt' && request.body !== null;
    return {
      ...{ planned, endpoint, credential, method, url, body: own, params },
      dataBytes: isEncrypt ? utf8Bytes(JSON.parse(request.body).data) : 0,
      isUsual: isUsual(request),
      subjects: credential === 'token' ? [] : subjectsOfRefusal(endpoint, credential),
      latestResult: isEncrypt && (body?.digits ?? 0) >= fewestDigits ? { texts: [], number: -1 } : null,
    };
  };
  const drawn = (slot: RequestSlot) =>
    Array.from({ length: drawnFor[slot] }, (_, place) => sentAs(draw(slot, user, place)));
  return {
    user: drawn('user'),
    sync: drawn('sync'),
    backup: drawn('backup'),
    encrypt: drawn('encrypt'),
    probe: drawn('probe'),
  };
}
