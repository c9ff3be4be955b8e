import { LOOP_PRESETS } from '../../src/model/task/attempt';
import type { DevsConfig } from '../../src/model/config/config';
import { BUILT_IN_LIMITS } from '../../src/model/config/limits';
import type { TaskDefinition } from '../../src/model/task/task';

/** A configuration of these tasks, all else as it is by default. */
export function benchConfig(tasks: readonly TaskDefinition[]): DevsConfig {
  return {
    agents: {},
    tasks,
    verifyTimeoutMs: 60_000,
    reports: [],
    limits: BUILT_IN_LIMITS,
    adaptive: false,
    loopDetection: LOOP_PRESETS.recommended,
    permissions: { allow: [], ask: [], deny: [], timeoutMs: 1_800_000 },
    baseline: true,
    onDoubt: 'retry',
    onPivot: 'best',
    onPause: 'stop',
  };
}

export function benchTask(id: string, change: Partial<TaskDefinition> = {}): TaskDefinition {
  const texts = { title: 'Add login', goal: 'Users can log in.', agent: 'claude' };
  return { id, ...texts, dependsOn: [], priority: 0, ...change };
}
