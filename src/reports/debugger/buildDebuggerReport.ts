import { currentDebuggerCall, type DebuggedTask } from '../../model/debugger/debuggerCall';
import type { DebuggerReport } from '../../model/debugger/debuggerReport';
import { selectCounted, type Turn } from '../../model/turn/turn';

/** The call of the debugger since the last intervention in a task, once it has ended; undefined for none. */
export function buildDebuggerReport(
  task: DebuggedTask,
  turns: readonly Turn[],
): DebuggerReport | undefined {
  const call = currentDebuggerCall(task);
  if (call === undefined) return undefined;
  const { turn, state } = call;
  if (state.kind === 'due' || state.kind === 'running') return undefined;
  const { agent, durationMs, changes } = state;
  const about = { agent, turn, durationMs, ...(changes && { changes }) };
  if (state.kind === 'failed')
    return { ...about, result: { kind: 'failed', reason: state.reason } };
  const tried = selectCounted(turns).filter((each) => each.strategyNumber === state.strategy);
  const progress = tried.filter(({ outcome }) => outcome === 'progress' || outcome === 'success');
  return {
    ...about,
    result: {
      kind: 'diagnosed',
      diagnosis: state.diagnosis,
      turns: tried.map(({ number }) => number),
      progress: progress.map(({ number }) => number),
    },
  };
}
