import type { Baseline } from '../../model/baseline/baseline';
import type { Doubt, PassAssessment } from '../../model/verification/doubt';
import { exitedCleanly } from '../../model/turn/turn';
import type { CheckpointState } from '../../model/workspace/checkpoint';
import { applyAccepted } from '../../rules/doubt/applyAccepted';
import { findFailedTests } from '../../rules/doubt/findFailedTests';
import { findFewerTests } from '../../rules/doubt/findFewerTests';
import { isTestFile } from '../../rules/doubt/testFiles';
import {
  fileOfPart,
  listChangedParts,
  readVerificationParts,
} from '../../rules/doubt/verificationParts';
import { requireTask } from '../state/requireTask';
import type { TurnFindings } from '../turn/context/turnFindings';
import type { TurnContext } from '../turn/context/turnFacts';
import { readViews } from './checkpointViews';
import { diffPass } from './diffPass';
import { runOriginals } from './runOriginals';

const NO_DOUBT: PassAssessment = { doubts: [], changedTests: [], diff: '' };

/**
 * Assesses a passing verification: whether fewer tests ran than before or some failed, whether the
 * witnesses pass in their original wording, and whether the verification itself was changed. `checkpointAfter`: the
 * workspace after it. Undefined if it was interrupted.
 */
export async function assessDoubts(
  context: TurnContext,
  findings: TurnFindings,
  checkpointAfter: string | undefined,
): Promise<PassAssessment | undefined> {
  const { plan, deps } = context;
  const measured = deps.store.getBaseline(plan.task.id);
  const baseline = measured && applyAccepted(measured);
  const ofTests = (isSame: boolean): readonly Doubt[] =>
    findDoubtsOfTests(context, { baseline, findings, isSame });
  const start = baseline?.checkpoint ?? startOf(context);
  if (start === undefined || checkpointAfter === undefined)
    return { ...NO_DOUBT, doubts: ofTests(false) };
  const ids = { start, now: checkpointAfter };
  const views = await readViews(deps.checkpoints, ids, baseline?.accepted);
  // Retention removed the start's content, or the disk refused the record.
  if (views === undefined) return { ...NO_DOUBT, doubts: ofTests(false) };
  const command = plan.task.verify ?? [];
  const parts = listChangedParts(
    await readVerificationParts(baseline?.command ?? command, views.start),
    await readVerificationParts(command, views.now),
  );
  const doubts: Doubt[] = [...ofTests(parts.length === 0)];
  if (parts.length > 0) doubts.push({ kind: 'verificationChanged', parts });
  const changedTests = listChangedTests(views.start.state, views.now.state);
  const original = await runOriginals(context, { baseline, command, views });
  if (original === 'interrupted') return undefined;
  return {
    doubts: original === undefined ? doubts : [...doubts, original],
    changedTests,
    diff: await diffPass(views, [...changedTests, ...parts.map(fileOfPart)]),
  };
}

interface SeenTests {
  readonly baseline: Baseline | undefined;
  readonly findings: TurnFindings;
  /** Whether the verification is the one of the baseline. */
  readonly isSame: boolean;
}

function findDoubtsOfTests(
  context: TurnContext,
  { baseline, findings, isSame }: SeenTests,
): readonly Doubt[] {
  const { measurement, failingTests = [], cases } = findings;
  const seen = { measurement, ...(cases && { cases }) };
  const isTolerant = baseline !== undefined && exitedCleanly(baseline.verification.end);
  const tolerated = Math.max(
    isTolerant ? (baseline.verification.measurement?.failed ?? 0) : 0,
    ...acceptedFailures(baseline),
  );
  return [
    findFewerTests(earlierTests(context, baseline), seen, isSame),
    findFailedTests({ measurement, failingTests }, tolerated),
  ].filter((doubt) => doubt !== undefined);
}

function acceptedFailures(baseline: Baseline | undefined): readonly number[] {
  const doubts = baseline?.accepted?.flatMap((pass) => pass.doubts) ?? [];
  return doubts.map((doubt) => (doubt.kind === 'failedTests' ? doubt.failed : 0));
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

function listChangedTests(start: CheckpointState, now: CheckpointState): readonly string[] {
  return [...start.files]
    .filter(
      ([path, { version, stored }]) =>
        stored && now.files.get(path)?.version !== version && isTestFile(path),
    )
    .map(([path]) => path)
    .sort();
}
