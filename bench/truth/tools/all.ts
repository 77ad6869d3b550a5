import { artillery } from './artillery.ts';
import { autocannon } from './autocannon.ts';
import { h2load } from './h2load.ts';
import { harness } from './harness.ts';
import { k6 } from './k6.ts';
import { locust } from './locust.ts';
import { oha } from './oha.ts';
import type { ToolRecipe } from './tool.ts';
import { wrk } from './wrk.ts';

export const allTools: readonly ToolRecipe[] = [harness, k6, oha, wrk, h2load, autocannon, artillery, locust];
