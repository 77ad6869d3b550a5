import type { Generator } from '../../reports/report.ts';
import { driftMs, readClockOffset, tighten } from './clock.ts';
import { describeMachine, sampler } from './machine.ts';
import { busiestUsage, type Sample, usageOf } from './usage.ts';

type MachinePart =
  | 'os'
  | 'cores'
  | 'boxBusyShare'
  | 'generatorBusyShare'
  | 'throttledPeriods'
  | 'clockDriftMs';

/** What the machine tells of the generator: over the measured time, or so far. */
export interface GeneratorHealth extends Pick<Generator, MachinePart> {
  /** The busiest second. */
  readonly boxBusiestShare: number | null;
  readonly generatorBusiestShare: number | null;
  /** Time that went to other machines on the same host. */
  readonly stolenShare: number | null;
  readonly loadAverage: number | null;
}

/** Marks of the measured time. */
export type Phase = 'measure-start' | 'measure-end';

export interface HealthRecorder {
  /** Begins anew, with this process as the generator. */
  watch(pid: number): void;
  mark(phase: Phase): void;
  read(): GeneratorHealth;
  stop(): void;
}

const clockPeriodMs = 250;
const clockReadsPerSample = 4;
/** Between two samples, less what a timer may be early. */
const stretchMs = 950;

export function recordHealth(): HealthRecorder {
  let sample = sampler(null);
  let series = openSeries(sample);

  function begin(): void {
    series.close();
    series = openSeries(sample);
  }
  return {
    watch(pid) {
      sample = sampler(pid);
      begin();
    },
    mark(phase) {
      if (phase === 'measure-start') begin();
      else series.close();
    },
    read: () => series.read(),
    stop: () => series.close(),
  };
}

/** Looks at the clocks four times a second, and at the machine every second, until it is closed. */
function openSeries(sample: () => Sample): { read(): GeneratorHealth; close(): void } {
  const samples = [sample()];
  let offset = readClockOffset();
  let clockReads = 0;
  let isOpen = true;
  const timer = setInterval(() => {
    offset = tighten(offset, readClockOffset());
    clockReads += 1;
    if (clockReads % clockReadsPerSample === 0) samples.push(sample());
  }, clockPeriodMs);
  return {
    read: () => healthOf(isOpen ? [...samples, sample()] : samples, driftMs(offset)),
    close() {
      if (isOpen) samples.push(sample());
      isOpen = false;
      clearInterval(timer);
    },
  };
}

function healthOf(samples: readonly Sample[], clockDriftMs: number): GeneratorHealth {
  const { stolenShare, ...usage } = usageOf(samples);
  const busiest = busiestUsage(samples, stretchMs);
  return {
    ...describeMachine(),
    ...usage,
    clockDriftMs,
    stolenShare,
    boxBusiestShare: busiest.boxBusyShare,
    generatorBusiestShare: busiest.generatorBusyShare,
  };
}
