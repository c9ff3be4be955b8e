import type { DevsConfig } from '../../../../src/model/config/config';
import {
  configOf,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

export const NOTHING: ScriptedTurn = { reply: 'STRATEGY: look again' };

export function works(call: number): ScriptedTurn {
  return { reply: 'STRATEGY: do it', edits: { [`src/${call}.js`]: 'x' }, verify: { end: PASSED } };
}

export function tasks(ids: readonly string[], change: Partial<DevsConfig> = {}): DevsConfig {
  return configOf({
    tasks: ids.map((id) => taskOf({ id, title: id })),
    // Entropy has its own tests: here it is out of the way.
    limits: limitsOf({ turnsPerVisit: 1, loopThreshold: 100 }),
    ...change,
  });
}

/** Plays `stuck` for the task and lets every other one succeed. */
export async function play(
  taskId: string,
  stuck: (visit: number) => ScriptedTurn,
  config: DevsConfig,
): Promise<ScriptedRun> {
  const run: ScriptedRun = await ScriptedRun.create(works, config);
  run.script = (call) => {
    const request = run.requests.at(-1);
    const visits = run.requests.filter((each) => each.taskId === taskId).length;
    return request?.taskId === taskId ? stuck(visits) : works(call);
  };
  return run;
}
