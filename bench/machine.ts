import { cpus, release, type as systemName } from 'node:os';

/** What the figures of a bench were measured on. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly os: string;
}

export function thisMachine(): Machine {
  const processors = cpus();
  const processor = processors[0]?.model ?? 'unknown';
  return { cores: processors.length, processor, os: `${systemName()} ${release()}` };
}
