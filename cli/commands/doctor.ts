import type { Command } from 'commander';
import pc from 'picocolors';
import { given } from '../../schemas/given.ts';
import { renderDiagnoses } from '../doctor/diagnosis.ts';
import { doctor } from '../doctor/doctor.ts';
import { exitStatus } from '../exit-status.ts';
import { obtainK6 } from '../k6/obtain-k6.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check k6, versions, the connection to the target, and whether this machine can judge 20 ms')
    .option('--base-url <url>', 'the service; default BASE_URL')
    .allowExcessArguments(false)
    .action(async (options: { baseUrl?: string }) => {
      const baseUrl = options.baseUrl ?? given(process.env['BASE_URL']);
      const token = given(process.env['ACCESS_TOKEN']);
      const say = (line: string) => process.stderr.write(`${line}\n`);
      const report = await doctor({
        obtainK6: () => obtainK6({ say }),
        ...(baseUrl === null ? {} : { baseUrl }),
        ...(token === null ? {} : { token }),
      });
      process.stdout.write(renderDiagnoses(report, pc.isColorSupported));
      if (report.some(({ state }) => state === 'problem')) process.exitCode = exitStatus.noVerdict;
    });
}
