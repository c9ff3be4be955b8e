import type { TaskRecord } from '../../model/task/task';
import type { CommitTools } from './commitTools';

/** Sets entropy to 0; recorded where it was not 0. */
export function resetEntropy(tools: CommitTools, root: TaskRecord, reason: string): void {
  tools.loopDetection.resetEntropyCount(root.id);
  if (root.entropyCount === 0) return;
  tools.journal.record({
    event: 'loop_counter_reset',
    taskId: root.id,
    data: { reason, previous_count: root.entropyCount },
  });
}
