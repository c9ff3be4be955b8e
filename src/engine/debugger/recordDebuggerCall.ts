import type { DebuggerCall, EndedDebuggerCall } from '../../model/debugger/debuggerCall';
import type { EventJournal } from '../state/eventJournal';

/** Records that a call of the debugger has ended, as one event. Call it in the journal's transaction. */
export function recordDebuggerCall(
  journal: EventJournal,
  { taskId, turn }: DebuggerCall,
  ended: EndedDebuggerCall,
): void {
  const { agent, durationMs, transcript, changes } = ended;
  const undone = changes?.undone ?? [];
  const kept = changes?.kept.map(({ path }) => path) ?? [];
  journal.record({
    event: 'debugger_asked',
    taskId,
    data: {
      ...{ turn, agent, durationMs, transcript },
      ...(ended.kind === 'diagnosed'
        ? { answer: 'diagnosis', diagnosis: ended.diagnosis }
        : { answer: 'none', reason: ended.reason }),
      ...(undone.length > 0 && { undone_files: undone }),
      ...(kept.length > 0 && { kept_files: kept }),
    },
  });
}
