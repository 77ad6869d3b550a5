import type { Row, Run } from './row.ts';

export const mostSeconds = 90;
export const mostMb = 1000;

/** What a row was promised and did not keep. */
export function brokenPromises({ due }: Pick<Row, 'due'>, run: Run): string[] {
  const { status, mayFail = [], isUnheard = false } = due;
  const blamed = run.failed.filter((check) => !mayFail.includes(check));
  const mayPass = status.includes(0);
  return [
    ...(status.some((one) => one === run.status) ? [] : [`status ${run.status}`]),
    ...(run.verdict === 'pass' && !mayPass ? ['wrong pass'] : []),
    ...(blamed.length > 0 ? [`wrong blame: ${blamed.join(', ')}`] : []),
    ...(run.status === 1 && run.failed.length === 0 ? ['a fail without a check'] : []),
    ...(run.seconds > mostSeconds ? [`${run.seconds} s`] : []),
    ...(run.peakMb > mostMb ? [`${run.peakMb} MB`] : []),
    ...(run.leaks.length > 0 ? [`the token in ${run.leaks.join(', ')}`] : []),
    ...(run.left > 0 ? [`${run.left} processes left`] : []),
    ...(run.trace ? ['a stack trace'] : []),
    ...(run.words === '' && !isUnheard ? ['no words'] : []),
  ];
}
