import { harness } from './harness.ts';
import { schemathesisTuned, schemathesisUntuned } from './schemathesis.ts';
import type { ToolRecipe } from './tool.ts';

/** In the order of the tables. */
export const allTools: readonly ToolRecipe[] = [harness, schemathesisUntuned, schemathesisTuned];
