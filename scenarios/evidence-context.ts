import type { EvidenceContext } from '../reports/evidence.ts';
import { npxCommand } from '../reports/report.ts';
import type { Redact } from '../reports/secrets/redact.ts';
import type { Settings } from './settings.ts';
import { transportOf } from './way-to-service.ts';

export const thisTool = { name: 'encryption-backup-harness', version: HARNESS_VERSION };

/** The context that all evidence of a phase shares. */
export function evidenceContext(
  settings: Settings,
  phase: EvidenceContext['phase'],
  redact: Redact,
): EvidenceContext {
  const harness = HARNESS_RUN.run?.harness ?? npxCommand(thisTool);
  return { phase, baseUrl: settings.baseUrl, redact, transport: transportOf(settings), harness };
}
