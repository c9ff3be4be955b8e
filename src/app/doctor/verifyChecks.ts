import { isRunBy } from '../../engine/overview/runBy';
import type { DevsConfig } from '../../model/config/config';
import type { Command, TaskDefinition } from '../../model/task/task';
import { describeEnd, exitedCleanly } from '../../model/turn/turn';
import type { TestRun } from '../../model/verification/testRun';
import { describeHolder } from '../../model/workspace/leaseHolder';
import type { VerifyResult } from '../../ports/verifier';
import { StateError } from '../../ports/workspaceState';
import { countOf } from '../../text/count';
import { enumerate } from '../../text/list';
import { describeDuration } from '../../text/describeDuration';
import { findSkipReason, type DoctorContext } from './doctorContext';
import { listNames, quote, quoteCommand } from './findingText';
import { judgeVerification } from './judgeVerification';
import type { Finding, PlannedCheck } from './runChecks';

/**
 * Milliseconds for reading reports and ending processes, in addition to the command's own limit.
 */
const AROUND_MS = 60_000;

/** Done tasks that a finding names; more are only counted. */
const MAX_NAMED = 4;

type Verified = TaskDefinition & { readonly verify: NonNullable<TaskDefinition['verify']> };

/** Checks each distinct verify command once, and the tasks without one; without tasks, the command for all of them. */
export function verifyChecks(context: DoctorContext, config: DevsConfig): readonly PlannedCheck[] {
  if (config.tasks.length === 0) return [checkWithoutTasks(context, config)];
  const verified = config.tasks.filter((task): task is Verified => task.verify !== undefined);
  const without = config.tasks.filter(({ verify }) => verify === undefined);
  const groups = groupByCommand(verified);
  const everywhere = groups.length === 1 && without.length === 0;
  return [
    ...groups.flatMap(([task, ...others]) => {
      if (task === undefined) return [];
      const more = others.length === 0 ? '' : ` +${others.length}`;
      return [
        commandCheck({
          ...{ context, config, command: task.verify, name: task.id },
          taskIds: [task, ...others].map(({ id }) => id),
          title: everywhere ? 'verify' : `${task.id}${more}`,
        }),
      ];
    }),
    ...(without.length === 0 ? [] : [missingVerifyCheck(without)]),
  ];
}

function groupByCommand(tasks: readonly Verified[]): readonly (readonly Verified[])[] {
  const groups = new Map<string, Verified[]>();
  for (const task of tasks) {
    const key = JSON.stringify(task.verify);
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups.values()];
}

interface CommandCheck {
  readonly context: DoctorContext;
  readonly config: DevsConfig;
  readonly command: Command;
  /** The first task with the command, or the name that stands for one. */
  readonly name: string;
  /** All tasks with the command. */
  readonly taskIds: readonly string[];
  readonly title: string;
}

/** The command of tasks to come. */
function checkWithoutTasks(context: DoctorContext, config: DevsConfig): PlannedCheck {
  const { verify: command } = config;
  if (command !== undefined) {
    const check = { context, config, command, name: 'doctor', taskIds: [], title: 'verify' };
    return { ...commandCheck(check), id: 'verify' };
  }
  const found = 'no task yet, and no `verify` for all tasks: nothing to verify';
  return {
    ...{ id: 'verify', group: 'Verification', title: 'verify' },
    find: () => ({ level: 'skipped', found }),
  };
}

function commandCheck(check: CommandCheck): PlannedCheck {
  const { context, config, command, name: taskId, taskIds, title } = check;
  const { verifyTimeoutMs: timeoutMs, reports } = config;
  return {
    ...{ id: `verify:${taskId}`, group: 'Verification', title },
    alone: true,
    limitMs: timeoutMs + AROUND_MS,
    find: async (signal) => {
      const { trials, clock } = context.parts;
      const skipped = await skipFinding(context);
      if (skipped !== undefined)
        return { ...skipped, found: `${quoteCommand(command)} was not run: ${skipped.found}` };
      const request = { command, timeoutMs, reports, taskId, turnId: clock.newId() };
      const result = await trials.verify(request, signal);
      const finding = verifyFinding({ command, result, now: clock.now() });
      if (finding.level === 'problem' || exitedCleanly(result.end)) return finding;
      return doneFinding(finding, await listDone(context, taskIds), context);
    },
  };
}

/** Those of the tasks that are done; none where the state cannot be read, which its own check reports. */
async function listDone(
  { parts }: DoctorContext,
  taskIds: readonly string[],
): Promise<readonly string[]> {
  try {
    const store = await parts.state.read();
    return taskIds.filter((id) => store.getTask(id)?.status === 'done');
  } catch (error) {
    if (error instanceof StateError) return [];
    throw error;
  }
}

/** A failing verification contradicts the tasks that it once proved done. */
function doneFinding(
  finding: Finding,
  done: readonly string[],
  { options: { place } }: DoctorContext,
): Finding {
  const [first] = done;
  if (first === undefined) return finding;
  const names = enumerate(done.slice(0, MAX_NAMED));
  const shown = done.length > MAX_NAMED ? countOf(done.length, 'task') : names;
  const retry = place.kind === 'terminal' ? `\`devs retry ${first}\`` : '"Devs: Retry Task…"';
  return {
    level: 'warning',
    found: `${shown} ${done.length === 1 ? 'is' : 'are'} done, but the verification fails: ${finding.found}`,
    remedy:
      'A later change broke what was done, or an unfinished task uses the same verify command. Run the command to see what fails; ' +
      `${retry} lets an agent work on a done task again.`,
  };
}

/** Why verify commands must not run now. */
async function skipFinding(context: DoctorContext): Promise<Finding | undefined> {
  const reason = findSkipReason(context, { slow: true });
  if (reason !== undefined) return { level: 'skipped', found: reason };
  const { state } = context.parts;
  const holder = await state.holder();
  if (holder === undefined) return undefined;
  const who = describeHolder(holder);
  const works = isRunBy(holder, await state.read());
  return {
    level: 'skipped',
    found: works ? `a run is active in ${who}` : `${who} is using this workspace`,
    remedy: 'Check again when the workspace is free.',
  };
}

function missingVerifyCheck(tasks: readonly TaskDefinition[]): PlannedCheck {
  const names = listNames(tasks.map(({ id }) => id));
  const finding: Finding = {
    level: 'warning',
    found: `${countOf(tasks.length, 'task')} without a verify command (${names}): only the agent says when a task is done`,
    remedy: 'Set `verify` to a command that checks the work, such as `npm test`.',
    fix: { kind: 'openConfig' },
  };
  return {
    ...{ id: 'verify', group: 'Verification', title: 'no verify' },
    find: () => finding,
  };
}

interface VerifyOutcome {
  readonly command: Command;
  readonly result: VerifyResult;
  readonly now: Date;
}

/** Describes one run of a verify command as a finding; a problem only if the command could not run. */
function verifyFinding({ command, result, now }: VerifyOutcome): Finding {
  const name = quoteCommand(command);
  const judged = judgeVerification(result, now);
  const end = describeEnd(result.end);
  switch (judged.kind) {
    case 'notStarted':
      return {
        level: 'problem',
        found: `${name} could not run: ${judged.lastLine === '' ? end : `${judged.lastLine} (${end})`}`,
        remedy: 'Correct `verify` in devs.yaml, or install what the command needs.',
        fix: { kind: 'openConfig' },
      };
    case 'tooLong':
      return {
        level: 'problem',
        found: `${name} did not finish within ${describeDuration(judged.limitMs)}`,
        remedy:
          'Make the command end by itself (no watch mode, no prompts), or raise `verifyTimeout` in devs.yaml.',
        fix: { kind: 'openConfig' },
      };
    case 'external':
      return {
        level: 'problem',
        found: `${name} failed for a reason outside the project: ${judged.message}`,
        remedy: judged.remedy,
      };
    case 'ran': {
      // Its last line, if it failed and nothing else explains why.
      const last =
        judged.passes || judged.lastLine === '' ? '' : `; last output: ${judged.lastLine}`;
      const what =
        describeMeasurement(judged.tests, result.coverage) ??
        `no test results were recognised${last}`;
      const found = `${name}: ${end} in ${describeDuration(result.durationMs)}; ${what}`;
      return warnOfReports(found, result.reportProblems ?? []);
    }
    default:
      return judged satisfies never;
  }
}

function warnOfReports(found: string, problems: readonly string[]): Finding {
  if (problems.length === 0) return { level: 'ok', found };
  return {
    level: 'warning',
    found: `${found}. ${quote(problems.join(' '), 300).replace(/\.$/, '')}`,
    remedy:
      'Make the command write the test report where `reports` in devs.yaml expects it, or correct `reports`.',
    fix: { kind: 'openConfig' },
  };
}

function describeMeasurement(
  tests: TestRun | undefined,
  coverage: number | undefined,
): string | undefined {
  const parts = [
    ...(tests === undefined ? [] : [describeTests(tests)]),
    ...(coverage === undefined ? [] : [`coverage ${Math.round(coverage * 10) / 10} %`]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

function describeTests({ passed, failed, errors, skipped, source }: TestRun): string {
  if (passed + failed + errors + skipped === 0) return `no test ran (${quote(source, 60)})`;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errors > 0 ? [`${errors} could not run`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${counts.join(', ')} (${quote(source, 60)})`;
}
