/** What a virtual user needs once, or for few answers. It is evaluated only then (ADR 26). */
export { drawRequests } from './draw-requests.ts';
export { newJudging } from './judging.ts';
