import type { DevsConfig } from '../../../../src/model/config/config';
import type { AgentRequest } from '../../../../src/ports/agent';
import type { ScriptedRun } from '../../../support/scriptedRun';
import { configOf, PASSED, type Script, type ScriptedTurn } from '../../../support/scriptedRun';

/** A configuration whose debugger is the agent `other`. */
export function debuggedConfig(change: Partial<DevsConfig> = {}): DevsConfig {
  return configOf({ debugger: 'other', ...change });
}

/** Whether a call is one of the debugger. */
export function isDebugger(request: AgentRequest): boolean {
  return request.call === 'debugger';
}

/** Calls of the debugger, in order. */
export function debuggerCalls(run: ScriptedRun): readonly AgentRequest[] {
  return run.requests.filter(isDebugger);
}

/** Calls of the worker, in order. */
export function workerCalls(run: ScriptedRun): readonly AgentRequest[] {
  return run.requests.filter((request) => !isDebugger(request));
}

/** The worker that repeats one reply and edit; `asked` plays the debugger's n-th call. */
export function sameForEver(asked: (n: number) => ScriptedTurn): Script {
  let calls = 0;
  let last: unknown;
  let played: ScriptedTurn = {};
  return (call, request) => {
    if (!isDebugger(request))
      return { reply: 'STRATEGY: add 1', edits: { 'src/code.js': 'wrong' } };
    // The script is also asked what the verification after the call finds.
    if (last !== call) {
      calls += 1;
      played = asked(calls);
    }
    last = call;
    return played;
  };
}

/** A worker with a new reply and edit each time. */
export function alwaysNew(asked: ScriptedTurn): Script {
  return (call, request) =>
    isDebugger(request) ? asked : { reply: `try ${call}`, edits: { 'src/code.js': `try ${call}` } };
}

/** A turn that solves the task. */
export const SOLVED: ScriptedTurn = {
  reply: 'STRATEGY: round at the end',
  edits: { 'src/code.js': 'right' },
  verify: { end: PASSED, output: 'all passed' },
};

/** The number of turns on `fix`. */
export function turnsOf(run: ScriptedRun, taskId = 'fix'): number {
  return run.store.countTurns(taskId);
}
