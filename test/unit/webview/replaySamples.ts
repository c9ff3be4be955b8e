import type { RecordedRun, RecordingItem } from '../../../src/model/steps/replayedRun';
import type { Step, StepVerdict } from '../../../src/model/steps/step';
import type { StepLimits } from '../../../src/model/config/stepLimits';
import {
  promptLine,
  adviceOf,
  callGroups,
  maskAndCut,
  provingStep,
} from '../../../src/app/read/replayRecordings';
import type { ReplayTools } from '../../../src/vscode/replay/recordedRuns';

/** A step of a recording; `change` replaces what a test is about. */
export function step(number: number, change: Partial<Step> = {}): Step {
  return {
    number,
    tool: 'Bash',
    args: `{"command":"look at part ${number}"}`,
    result: `part ${number} looks fine`,
    thought: '',
    ...change,
  };
}

const SAME = { args: '{"command":"npm test"}', result: '1 failing: rounds half to even' };

/** A run of so many steps, some of which make the same call with the same result. */
export function recordedRun(id: string, count: number, same: readonly number[] = []): RecordedRun {
  const steps = Array.from({ length: count }, (_, index) =>
    step(index, same.includes(index) ? SAME : {}),
  );
  return { id, file: '/recordings/runs.jsonl', steps };
}

/** One simple detector: so many times the same call as `repeatedCalls` says, wherever they stand, is `stuck`. */
function firesOf({ steps }: RecordedRun, { repeatedCalls }: StepLimits): readonly StepVerdict[] {
  const seen = new Map<string, number[]>();
  return steps.flatMap(({ number, args }) => {
    const evidence = [...(seen.get(args) ?? []), number];
    seen.set(args, evidence);
    const count = evidence.length;
    if (count < 2 || count < repeatedCalls - 1) return [];
    const level = count >= repeatedCalls ? 'stuck' : 'suspect';
    const message = `Bash gave the same result ${count} times in a row`;
    const proof = { evidence: evidence.slice(-50), count, limit: repeatedCalls };
    return [{ step: number, level, detector: 'repeated call', ...proof, message } as const];
  });
}

/** Recordings that lie in memory, by file; the detectors are one simple one. */
export function fakeReplaying(
  files: Readonly<Record<string, readonly RecordingItem[]>>,
): ReplayTools {
  return {
    adviceOf,
    callGroups,
    provingStep,
    originOf: (file) =>
      Promise.resolve(
        file.includes('claude') ? { agent: 'Claude Code', at: '2026-11-21T21:30:00.000Z' } : {},
      ),
    askedLine: promptLine,
    maskAndCut,
    replayInSlices: async (run, limits, pause) => {
      await pause();
      return { ...run, fires: firesOf(run, limits) };
    },
    recordings: async function* (path) {
      await Promise.resolve();
      yield* files[path] ?? [];
    },
  };
}

/** As a recording yields them. */
export function items(...runs: readonly RecordedRun[]): readonly RecordingItem[] {
  return runs.map((run) => ({ kind: 'run', run }));
}
