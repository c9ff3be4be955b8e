import type { RecordingOrigin, ReplayedRun } from '../../model/steps/replayedRun';
import { savedPositions } from '../../model/steps/savedPositions';
import type { StepVerdict } from '../../model/steps/step';
import { MAX_RUN_ID, type FirstFire, type RunLine } from '../../protocol/replay/replayView';
import { truncate } from '../../text/truncate';
import type { ReplayTools } from './recordedRuns';

/** A run as the list shows it. */
export function runLine(
  key: number,
  { id, asked, file, steps, fires }: ReplayedRun,
  askedLine: ReplayTools['askedLine'],
  { agent, at }: RecordingOrigin,
): RunLine {
  return {
    key,
    id: id.slice(0, MAX_RUN_ID),
    ...(asked === undefined ? {} : { asked: askedLine(asked) }),
    file,
    ...(agent === undefined ? {} : { agent: truncate(agent, MAX_RUN_ID) }),
    ...(at === undefined ? {} : { at }),
    stepCount: steps.length,
    fires: firstFires(fires),
    saved: savedPositions({ steps, fires }).length,
  };
}

/** Sort rank of a run: 0 stuck, 1 suspect, 2 no findings. */
export function rankOf({ fires }: Pick<RunLine, 'fires'>): number {
  const [first] = fires;
  if (first === undefined) return 2;
  return first.level === 'stuck' ? 0 : 1;
}

function firstFires(fires: readonly StepVerdict[]): readonly FirstFire[] {
  const found = new Map<string, FirstFire>();
  for (const { detector, level, step } of fires) {
    const known = found.get(detector);
    if (known === undefined || (known.level === 'suspect' && level === 'stuck')) {
      found.set(detector, { detector, level, step });
    }
  }
  return [...found.values()].sort(
    (a, b) => Number(a.level === 'suspect') - Number(b.level === 'suspect') || a.step - b.step,
  );
}
