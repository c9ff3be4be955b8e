import { countOf } from '../../text/count';
import { capitalise } from '../../text/sentence';

/** Subjects of the checks, in display order. */
export const CHECK_GROUPS = [
  'Devs',
  'Configuration',
  'Git',
  'State',
  'Agents',
  'Verification',
  'Models',
  'Notifications',
] as const;
export type CheckGroup = (typeof CHECK_GROUPS)[number];

/**
 * `problem`: something required or configured does not work. `warning`: it works with restrictions. `skipped`: it was
 * not checked, and why.
 */
export type CheckLevel = 'ok' | 'warning' | 'problem' | 'skipped';

/** The sign of each level, one column wide; the same as in the output of `devs run`. */
export const CHECK_SIGNS: Readonly<Record<CheckLevel, string>> = {
  ok: '✓',
  warning: '!',
  problem: '✕',
  skipped: '–',
};

/** A fix that the editor offers for a finding. */
export type CheckFix =
  | {
      readonly kind: 'openConfig';
      /** 1-based; absent: its beginning. */
      readonly line?: number;
    }
  | { readonly kind: 'createConfig' | 'trustWorkspace' | 'setModelKey' | 'allowJudge' | 'clean' };

/**
 * Result of one check. Texts may quote files, programs and services: they are bounded, and sanitised where they are
 * shown.
 */
export interface Check {
  /**
   * Equal for the same check: `devs`, `node`, `trust`, `config`, `git`, `state-directory`, `disk-space`, `state`,
   * `lease`, `agent:<name>`, `verify:<task>` (the first task with that command), `verify` (tasks without a verify
   * command, or no task), `judge`, `embeddings`, `notify:<place>` (the first entry is 1).
   */
  readonly id: string;
  readonly group: CheckGroup;
  /** Subject of the check, one or two words. */
  readonly title: string;
  readonly level: CheckLevel;
  /** One line without a full stop. */
  readonly found: string;
  /** What to do, one line; absent when no action is needed. */
  readonly remedy?: string;
  readonly fix?: CheckFix;
}

/** A check that is being made. */
export interface RunningCheck extends Pick<Check, 'id' | 'group' | 'title'> {
  /** What a slow one waits for and how long at most, a clause; absent for a fast one. */
  readonly doing?: string;
}

/** Describes a running check: "Agents: claude, asking it for a one-word reply, 3 min at most". */
export function describeRunning({
  group,
  title,
  doing,
}: Pick<RunningCheck, 'group' | 'title' | 'doing'>): string {
  return `${group}: ${title}${doing === undefined ? '' : `, ${doing}`}`;
}

/** All checks in order; checks after an interruption are missing. */
export interface SetupReport {
  readonly checks: readonly Check[];
  readonly interrupted: boolean;
}

/** Number of checks at each level. */
export function countLevels(checks: readonly Check[]): Readonly<Record<CheckLevel, number>> {
  const counts = { ok: 0, warning: 0, problem: 0, skipped: 0 };
  for (const { level } of checks) counts[level] += 1;
  return counts;
}

/** Summarizes the setup in one or two sentences for humans. */
export function summarizeSetup({ checks, interrupted }: SetupReport): string {
  const { problem, warning, skipped } = countLevels(checks);
  const found = [
    ...(problem > 0 ? [countOf(problem, 'problem')] : []),
    ...(warning > 0 ? [countOf(warning, 'warning')] : []),
  ].join(' and ');
  const left = skipped > 0 ? ` ${countOf(skipped, 'check')} left out.` : '';
  if (interrupted) return `Interrupted${found === '' ? '' : `, ${found} so far`}.`;
  if (problem > 0) {
    const which = warning > 0 ? theProblems(problem) : problem === 1 ? 'it' : 'them';
    return `${capitalise(found)}: fix ${which} first.${left}`;
  }
  if (warning > 0) return `${capitalise(found)}; tasks can run.${left}`;
  return `Everything that was checked is in order.${left}`;
}

function theProblems(amount: number): string {
  return amount === 1 ? 'the problem' : 'the problems';
}
