import type { Baseline } from '../../model/baseline/baseline';
import type { OriginalFiles } from '../../model/baseline/originalFiles';
import type { Command } from '../../model/task/task';
import { exitedCleanly } from '../../model/turn/turn';
import type { Doubt } from '../../model/verification/doubt';
import type { CheckpointState } from '../../model/workspace/checkpoint';
import { findFailingWitnesses } from '../../rules/doubt/findFailingWitnesses';
import { hasTestName, isTestCode, isTestInput } from '../../rules/doubt/testFiles';
import { isTestHelper } from '../../rules/doubt/testHelpers';
import { commandText } from '../../text/commandText';
import type { TurnContext } from '../turn/context/turnFacts';
import { readTests } from '../turn/context/turnFindings';
import type { CheckpointView, ComparedViews } from './checkpointViews';
import { withOriginalFiles } from './originalFiles';
import { runVerification } from './turnVerification';

export interface OriginalsRequest {
  readonly baseline: Baseline | undefined;
  readonly command: Command;
  readonly views: ComparedViews;
}

/**
 * Verifies once with the original test files alone, if a witness may have been edited or governed by new ones. Returns
 * the doubt that follows; undefined for none.
 */
export async function runOriginals(
  context: TurnContext,
  { baseline, command, views }: OriginalsRequest,
): Promise<Doubt | 'interrupted' | undefined> {
  const { deps, plan, turnId } = context;
  if (baseline === undefined || exitedCleanly(baseline.verification.end)) return undefined;
  const { start, now } = views;
  const mayBeWitness = (path: string): boolean => !isWithoutWitness(baseline) || !hasTestName(path);
  const changed = (await listReplaced(start, now)).filter(mayBeWitness);
  const added = listAdded(start.state, now.state, command).filter(mayBeWitness);
  const paths = [...changed, ...added];
  // New files may be the tests that were missing.
  const isNamed = baseline.failingTests.length > 0;
  if (paths.length === 0 || (changed.length === 0 && !isNamed)) return undefined;
  const written = new Set(baseline.written);
  const groups = groupByReference({ turnId, taskId: plan.task.id, views, paths });
  const { left, result: run } = await withOriginalFiles(deps, { groups, written }, () =>
    runVerification({ context, command, changedFiles: paths, call: 'originals' }),
  );
  if (run.kind === 'interrupted') return 'interrupted';
  const { tests } = readTests(run.result, run.lines);
  const passed = run.kind === 'agents' && exitedCleanly(run.result.end);
  const failing = findFailingWitnesses(baseline.failingTests, { passed, tests });
  if (failing === undefined)
    return left.length > 0 ? { kind: 'originalNotRun', files: left } : undefined;
  if (changed.length > 0) return { kind: 'originalFails', tests: failing, files: changed };
  return { kind: 'originalFails', tests: failing, files: added, areNew: true };
}

interface Grouping extends Pick<OriginalFiles, 'turnId' | 'taskId' | 'paths'> {
  readonly views: ComparedViews;
}

/** The paths by the checkpoint with their original wording. */
function groupByReference({ views, paths, turnId, taskId }: Grouping): readonly OriginalFiles[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const to = views.references.get(path) ?? views.start.id;
    groups.set(to, [...(groups.get(to) ?? []), path]);
  }
  return [...groups].map(([to, own], index) => ({
    ...{ turnId: index === 0 ? turnId : `${turnId}-${index}`, taskId },
    ...{ from: views.now.id, to, paths: own },
  }));
}

/** Whether every test passed at the baseline, which failed for another reason: its coverage, another program. */
function isWithoutWitness({ verification: { measurement } }: Baseline): boolean {
  if (measurement === undefined || measurement.partial === true) return false;
  return measurement.failed === 0 && measurement.passed > 0;
}

/** Tests and what they read or use that differ from the start or are gone. */
async function listReplaced(
  start: CheckpointView,
  now: CheckpointView,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [path, { version, stored }] of start.state.files) {
    if (!stored || now.state.files.get(path)?.version === version) continue;
    if (isTestInput(path) || isTestHelper((await start.read(path)) ?? '')) found.push(path);
  }
  return found.sort();
}

/** New code beside the tests, which may govern them; not what the verify command asks for by its path. */
function listAdded(
  start: CheckpointState,
  now: CheckpointState,
  command: Command,
): readonly string[] {
  const line = commandText(command);
  return [...now.files.keys()]
    .filter((path) => !start.files.has(path) && isTestCode(path))
    .filter((path) => !line.includes(path))
    .sort();
}
