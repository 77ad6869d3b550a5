import { join } from 'node:path';
import { packageRoot } from '../../cli/k6/package-root.ts';

export const benchFolder = join(packageRoot(), 'bench', 'conformance');
