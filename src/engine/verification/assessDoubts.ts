import type { Baseline } from '../../model/baseline/baseline';
import type { Command } from '../../model/task/task';
import type { Doubt, PassAssessment } from '../../model/verification/doubt';
import type { CheckpointState } from '../../model/workspace/checkpoint';
import { exitedCleanly } from '../../model/turn/turn';
import type { Checkpoints } from '../../ports/checkpoints';
import { StateError } from '../../ports/workspaceState';
import { findFailingWitnesses } from '../../rules/doubt/findFailingWitnesses';
import { findFewerTests } from '../../rules/doubt/findFewerTests';
import { isTestCode, isTestFile, isTestInput } from '../../rules/doubt/testFiles';
import {
  fileOfPart,
  listChangedParts,
  readVerificationParts,
  type WorkspaceView,
} from '../../rules/doubt/verificationParts';
import { requireTask } from '../state/requireTask';
import { readTests, type TurnFindings } from '../turn/context/turnFindings';
import type { TurnContext } from '../turn/context/turnFacts';
import { diffPass } from './diffPass';
import { withOriginalFiles } from './originalFiles';
import { runVerification } from './turnVerification';

const NO_DOUBT: PassAssessment = { doubts: [], changedTests: [], diff: '' };

/**
 * Assesses a passing verification: whether fewer tests ran than before, whether the witnesses pass in
 * their original wording, and whether the verification itself was changed. `checkpointAfter`: the
 * workspace after it. Undefined if it was interrupted.
 */
export async function assessDoubts(
  context: TurnContext,
  findings: TurnFindings,
  checkpointAfter: string | undefined,
): Promise<PassAssessment | undefined> {
  const { plan, deps } = context;
  const baseline = deps.store.getBaseline(plan.task.id);
  const seen = {
    measurement: findings.measurement,
    ...(findings.cases && { cases: findings.cases }),
  };
  const fewer = (isSame: boolean): readonly Doubt[] =>
    [findFewerTests(earlierTests(context, baseline), seen, isSame)].filter(
      (doubt) => doubt !== undefined,
    );
  const start = baseline?.checkpoint ?? startOf(context);
  if (start === undefined || checkpointAfter === undefined)
    return { ...NO_DOUBT, doubts: fewer(false) };
  const views = await readViews(deps.checkpoints, { start, now: checkpointAfter });
  // Retention removed the start's content, or the disk refused the record.
  if (views === undefined) return { ...NO_DOUBT, doubts: fewer(false) };
  const command = plan.task.verify ?? [];
  const parts = listChangedParts(
    await readVerificationParts(baseline?.command ?? command, views.start),
    await readVerificationParts(command, views.now),
  );
  const doubts: Doubt[] = [...fewer(parts.length === 0)];
  if (parts.length > 0) doubts.push({ kind: 'verificationChanged', parts });
  const changedTests = listChangedTests(views.start.state, views.now.state);
  const original = await runOriginals(context, {
    ...{ baseline, from: checkpointAfter, to: start },
    changed: listReplaced(views.start.state, views.now.state),
    added: listAdded(views.start.state, views.now.state, command),
  });
  if (original === 'interrupted') return undefined;
  return {
    doubts: original === undefined ? doubts : [...doubts, original],
    changedTests,
    diff: await diffPass(deps.checkpoints, views, [...changedTests, ...parts.map(fileOfPart)]),
  };
}

function earlierTests(
  { deps: { store }, plan }: TurnContext,
  baseline: Baseline | undefined,
): Parameters<typeof findFewerTests>[0] {
  const { best } = requireTask(store, plan.countsOn);
  // A subtask may run other tests than its family's best turn.
  const isOwn = plan.task.id === plan.countsOn;
  return [
    ...(baseline === undefined
      ? []
      : [{ measurement: baseline.verification.measurement, ...casesOf(baseline) }]),
    ...(isOwn ? [{ measurement: best }] : []),
    ...(baseline?.best === undefined ? [] : [baseline.best]),
  ];
}

function casesOf({ cases }: Pick<Baseline, 'cases'>): Pick<Baseline, 'cases'> {
  return cases === undefined ? {} : { cases };
}

/** Checkpoint before the task's first turn. */
function startOf({ deps: { store }, plan, checkpoint }: TurnContext): string | undefined {
  const { firstTurn } = requireTask(store, plan.task.id);
  const first = store
    .listTurns(plan.countsOn)
    .find(({ taskId, number }) => taskId === plan.task.id && number >= firstTurn);
  return first === undefined ? checkpoint : first.checkpointBefore;
}

type View = WorkspaceView & { readonly id: string; readonly state: CheckpointState };

async function readViews(
  checkpoints: Checkpoints,
  ids: { readonly start: string; readonly now: string },
): Promise<{ readonly start: View; readonly now: View } | undefined> {
  try {
    return { start: await viewOf(checkpoints, ids.start), now: await viewOf(checkpoints, ids.now) };
  } catch (error) {
    if (error instanceof StateError) return undefined;
    throw error;
  }
}

/** Bytes of a file that are read as a part of the verification. */
const MAX_BYTES = 1024 * 1024;

async function viewOf(checkpoints: Checkpoints, id: string): Promise<View> {
  const state = await checkpoints.read(id);
  return {
    id,
    state,
    paths: new Set(state.files.keys()),
    read: async (path) => {
      const entry = state.files.get(path);
      if (entry?.stored !== true || entry.size > MAX_BYTES) return entry?.version;
      const content = await checkpoints.content(id, path);
      return content && Buffer.from(content).toString('utf8');
    },
  };
}

function listChangedTests(start: CheckpointState, now: CheckpointState): readonly string[] {
  return [...start.files]
    .filter(
      ([path, { version, stored }]) =>
        stored && now.files.get(path)?.version !== version && isTestFile(path),
    )
    .map(([path]) => path)
    .sort();
}

/** Tests and what they read that differ from the start or are gone. */
function listReplaced(start: CheckpointState, now: CheckpointState): readonly string[] {
  return [...start.files]
    .filter(
      ([path, { version, stored }]) =>
        stored && now.files.get(path)?.version !== version && isTestInput(path),
    )
    .map(([path]) => path)
    .sort();
}

/** New code beside the tests, which may govern them; not what the verify command asks for by its path. */
function listAdded(
  start: CheckpointState,
  now: CheckpointState,
  command: Command,
): readonly string[] {
  const line = typeof command === 'string' ? command : command.join(' ');
  return [...now.files]
    .filter(([path, { stored }]) => stored && !start.files.has(path) && isTestCode(path))
    .map(([path]) => path)
    .filter((path) => !line.includes(path))
    .sort();
}

interface Originals {
  readonly baseline: Baseline | undefined;
  /** Put back. */
  readonly changed: readonly string[];
  /** Taken away. */
  readonly added: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Verifies once with the original test files alone, if a witness may have been edited or governed by new ones. */
async function runOriginals(
  context: TurnContext,
  { baseline, changed, added, from, to }: Originals,
): Promise<Doubt | 'interrupted' | undefined> {
  const { deps, plan, turnId } = context;
  const paths = [...changed, ...added];
  if (baseline === undefined || exitedCleanly(baseline.verification.end)) return undefined;
  // New files may be the tests that were missing.
  const isNamed = baseline.failingTests.length > 0;
  if (paths.length === 0 || (changed.length === 0 && !isNamed)) return undefined;
  const replaced = { turnId, taskId: plan.task.id, from, to, paths };
  const command = plan.task.verify ?? [];
  const run = await withOriginalFiles(deps, replaced, () =>
    runVerification({ context, command, changedFiles: paths, call: 'originals' }),
  );
  if (run.kind === 'interrupted') return 'interrupted';
  const { tests } = readTests(run.result, run.lines);
  const passed = run.kind === 'agents' && exitedCleanly(run.result.end);
  const failing = findFailingWitnesses(baseline.failingTests, { passed, tests });
  if (failing === undefined) return undefined;
  if (changed.length > 0) return { kind: 'originalFails', tests: failing, files: changed };
  return { kind: 'originalFails', tests: failing, files: added, areNew: true };
}
