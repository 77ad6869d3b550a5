import { describe, it } from 'vitest';
import { variants } from '../service/variants/index.ts';
import { together } from './service-parts.ts';
import { leaveOpen } from './variant-run.ts';

describe.concurrent('what proves nothing and comes and goes neither passes nor fails a clause', () => {
  const rows = variants.filter(
    ({ kind, name, trigger }) => kind === 'harness-fault' && trigger !== undefined && !/hangs/.test(name),
  );
  it.each(together(rows))('%j', (_, run) => leaveOpen(run, 'conformance'));
});
