import type { Command } from 'commander';
import type { Caller } from '../caller.ts';
import { exitStatus } from '../exit-status.ts';
import { addTransportOptions } from '../transport.ts';
import { diagnoseMachine, diagnoseTools } from './diagnose-machine.ts';
import { diagnoseTarget } from './diagnose-target.ts';
import { renderDiagnoses } from './diagnosis.ts';

export function addDoctorCommand(program: Command, caller: Caller): void {
  const command = program
    .command('doctor')
    .description(
      'check k6, the versions, the way to the service, its token by one call of encrypt, and whether this machine can judge 20 ms',
    )
    .option('--base-url <url>', 'the service; default: BASE_URL');
  addTransportOptions(command).action(async (options) => {
    const { k6, rows } = await diagnoseTools(caller);
    const target = await diagnoseTarget(options, caller.env, k6);
    const diagnoses = [...rows, ...target, await diagnoseMachine()];
    caller.print(renderDiagnoses(diagnoses, caller.io.hasColours));
    if (diagnoses.some(({ state }) => state === 'problem')) caller.exit = exitStatus.noVerdict;
  });
}
