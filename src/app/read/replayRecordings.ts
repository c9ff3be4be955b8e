import { relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { KNOWN_FORMATS } from '../../platform/recordings/parts/place';
import { isFolder, recordingFiles } from '../../platform/recordings/recordingFiles';
import { readRecording, type ReadingOptions } from '../../platform/recordings/readRecording';
import { createStepWatch } from '../../rules/steps/watch/stepWatch';
import {
  type RecordedRun,
  type RecordingItem,
  type RecordingProblem,
  type ReplayedRun,
  type ReplayItem,
  MAX_ASKED,
} from '../../model/steps/replayedRun';
import type { StepVerdict } from '../../model/steps/step';
import type { StepLimits } from '../../model/config/stepLimits';
import { maskAndCut } from '../../text/maskAndCut';
import { oneLine } from '../../text/oneLine';

export { adviseOnFires as adviceOf } from '../../rules/steps/advice/adviseOnFires';
export { agentHistories, listSessions } from '../../platform/recordings/listSessions';
export { readOrigin as originOf } from '../../platform/recordings/recordingOrigin';
export { maskAndCut } from '../../text/maskAndCut';
export { toEvidence as provingStep } from '../../rules/steps/shown/toEvidence';
export {
  groupCalls as callGroups,
  toTimeline as timelineOf,
} from '../../rules/steps/shown/toTimeline';

/**
 * Replays the runs recorded in a file: yields each run with its detector verdicts under `limits`,
 * and each problem of the file. For a folder, reads all files below it that contain recordings.
 * Needs no workspace. Never throws; ending the iteration early closes the file. Yields to the
 * event loop during long runs.
 */
export async function* replayRecordings(
  path: string,
  limits: StepLimits,
  options: ReadingOptions = {},
): AsyncGenerator<ReplayItem, void, void> {
  for await (const item of readRecordings(path, options)) {
    if (item.kind === 'problem') yield item;
    else yield { kind: 'run', run: await replayInSlices(item.run, limits, setImmediate) };
  }
}

/** As `replayRecordings`, without running the detectors. */
export async function* readRecordings(
  path: string,
  options: ReadingOptions = {},
): AsyncGenerator<RecordingItem, void, void> {
  if (options.input === undefined && (await isFolder(path)))
    yield* readRecordingsBelow(path, options);
  else yield* readRecording(path, options);
}

async function* readRecordingsBelow(
  folder: string,
  options: ReadingOptions,
): AsyncGenerator<RecordingItem, void, void> {
  const read = { reported: 0, unknown: 0 };
  let unknown: string | undefined;
  const heldBack: RecordingProblem[] = [];
  for await (const found of recordingFiles(folder)) {
    if (options.signal?.aborted === true) return;
    if (found.kind === 'problem') {
      read.reported += 1;
      yield toProblem(found.folder, `The folder cannot be read: ${found.why}.`);
      continue;
    }
    for await (const item of readRecording(found.file, options)) {
      if (item.kind === 'problem' && item.problem.unknownFormat === true) {
        read.unknown += 1;
        unknown ??= found.file;
        continue;
      }
      read.reported += 1;
      if (item.kind === 'problem' && item.problem.stepless === true) heldBack.push(item.problem);
      else yield item;
    }
  }
  if (options.signal?.aborted === true) return;
  yield* summarizeProblems(heldBack);
  if (read.reported > 0) return;
  yield toProblem(
    folder,
    unknown === undefined
      ? NO_RECORDING_FILES
      : describeUnknownFormats(folder, unknown, read.unknown),
  );
}

const NO_RECORDING_FILES =
  'There is no recording in this folder or its subfolders: no file name ends in .jsonl, .ndjson, .json, .traj ' +
  '(each also with .gz) or .agent.log.';

/** Files without a step that are reported one by one; beyond that, only their count. */
const MAX_LISTED_STEPLESS = 3;

/** Reduces many problems of one kind to the first and the count of the others. */
function summarizeProblems(problems: readonly RecordingProblem[]): readonly RecordingItem[] {
  const [first, ...others] = problems;
  if (first === undefined || problems.length <= MAX_LISTED_STEPLESS) {
    return problems.map((each) => ({ kind: 'problem', problem: each }));
  }
  const message = `${first.message} The same applies to ${others.length} more files here.`;
  return [{ kind: 'problem', problem: { ...first, message } }];
}

/** Message for a folder in which no file has a known format. */
function describeUnknownFormats(folder: string, first: string, count: number): string {
  const name = relative(folder, first);
  const which =
    count === 1
      ? `the only file that was checked, ${name}, has an unknown format`
      : `${count} files were checked, such as ${name}, and none has a known format`;
  return `There is no recording in this folder or its subfolders: ${which}. ${KNOWN_FORMATS}`;
}

function toProblem(file: string, message: string): RecordingItem {
  return { kind: 'problem', problem: { file, message } };
}

/** Replays a run: adds the detector verdicts on its steps, in order. */
export function replayRun(run: RecordedRun, limits: StepLimits): ReplayedRun {
  const watch = createStepWatch(limits);
  return { ...run, fires: run.steps.flatMap((step) => watch.observe(step)) };
}

/** Steps between two pauses. */
const STEPS_PER_SLICE = 2_000;

/** As `replayRun`, but awaits `pause` after every 2,000 steps. */
export async function replayInSlices(
  run: RecordedRun,
  limits: StepLimits,
  pause: () => Promise<void>,
): Promise<ReplayedRun> {
  const watch = createStepWatch(limits);
  const fires: StepVerdict[] = [];
  for (const [index, step] of run.steps.entries()) {
    fires.push(...watch.observe(step));
    if (index % STEPS_PER_SLICE === STEPS_PER_SLICE - 1) await pause();
  }
  return { ...run, fires };
}

/** Factor of `MAX_ASKED` that is read, because whitespace is collapsed. */
const READ_AHEAD = 4;

/**
 * The prompt of a run as one line of at most `MAX_ASKED` characters, secrets masked, in time
 * independent of the prompt's length. Still contains invisible characters.
 */
export function promptLine(asked: string): string {
  const { text, left } = maskAndCut(asked, MAX_ASKED * READ_AHEAD);
  const line = oneLine(text);
  if (line.length <= MAX_ASKED && left === 0) return line;
  return `${Array.from(line.slice(0, MAX_ASKED)).slice(0, -1).join('')}…`;
}
