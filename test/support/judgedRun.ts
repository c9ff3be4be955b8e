import type { DevsConfig, JudgeSettings } from '../../src/model/config/config';
import { hasEnded, type TurnEnd, type TurnStart } from '../../src/model/turn/turn';
import type { Judge } from '../../src/ports/judge';
import { honestAnswer } from './honestModel';
import { modelsOf, scriptedJudge, type ScriptedJudge } from './scriptedJudge';
import { configOf, FAILED, ScriptedRun, type Script } from './scriptedRun';

export const JUDGE: JudgeSettings = {
  model: { type: 'endpoint', url: 'http://localhost:11434/v1', model: 'scripted' },
  timeoutMs: 60_000,
  maxCalls: 10,
};

/** Words that share nothing, so that failures which name them are not the same. */
export const WAYS = (
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar ' +
  'papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'
).split(' ');

/** Another failure, reply and edit each time, and nothing that could be measured. */
export const WANDERING: Script = (call) => ({
  reply: `STRATEGY: way ${WAYS[call % WAYS.length] ?? ''}`,
  edits: { 'src/code.js': `way ${call}` },
  verify: { end: FAILED, output: `page ${WAYS[call % WAYS.length] ?? ''} is not published` },
});

/** Reads nothing but facts. */
export function honest(): ScriptedJudge {
  return scriptedJudge((_call, prompt) => ({
    kind: 'answered',
    text: honestAnswer(prompt),
    calls: 1,
    inputTokens: 100,
    outputTokens: 10,
  }));
}

/** Says the same of everything: no progress, but for what `verdict` says. */
export function saying(verdict: object): ScriptedJudge {
  const answer = { isRegressive: false, noProgress: true, external: false, reasoning: 'so it is' };
  return scriptedJudge(() => ({
    kind: 'answered',
    text: JSON.stringify({ ...answer, ...verdict }),
    calls: 1,
  }));
}

export async function judgedRun(
  script: Script,
  judge: Judge,
  change: Partial<DevsConfig> = {},
): Promise<ScriptedRun> {
  const run = await ScriptedRun.create(script, configOf({ judge: JUDGE, ...change }));
  run.models = modelsOf(judge);
  return run;
}

/** The turns of the task `fix` that have ended. */
export function turnsOf(run: ScriptedRun): readonly (TurnStart & TurnEnd)[] {
  return run.store.listTurns('fix').filter(hasEnded);
}
