import type { GuardPlan } from '../../app/guard/planGuard';
import type { CodexTrust } from '../../app/guard/trustCodex';
import { GUARDED_AGENT_NAMES, type GuardedAgent } from '../../model/guard/guardedAgent';
import type { GuardRefusal, SettingsChange } from '../../model/guard/guardInstall';
import { patchTexts } from '../../reports/diff/patchTexts';
import { enumerate } from '../../text/list';
import { printable, printableLine, printablePath } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** What `devs guard install` and `uninstall` did. */
export interface GuardResult {
  readonly plan: GuardPlan;
  readonly done: readonly SettingsChange[];
  /** Why settings could not be changed; told elsewhere. */
  readonly problems: readonly GuardRefusal[];
  /** What the user has to know about these agents. */
  readonly notes: readonly string[];
  readonly trust?: CodexTrust;
}

/** What was done, agent by agent, and what is left to do. */
export function guardText(
  action: 'install' | 'uninstall',
  { plan, done, problems, notes, trust }: GuardResult,
  style: Style,
): string {
  const isInstall = action === 'install';
  const isUntrusted = (agent: GuardedAgent): boolean =>
    agent === 'codex' && trust !== undefined && trust.kind !== 'trusted';
  const changed = done.map((change) =>
    changeLine(change, { isInstall, isUntrusted: isUntrusted(change.agent), style }),
  );
  const same = isInstall
    ? plan.unchanged.map((agent) =>
        isUntrusted(agent)
          ? `The hooks of ${nameOf(agent)} are already installed.`
          : `${nameOf(agent)} is already guarded.`,
      )
    : [];
  const guarded = done.filter(({ agent }) => !isUntrusted(agent));
  const missing =
    plan.missing.length === 0 ? [] : [`Not found on this machine: ${nameAll(plan.missing)}.`];
  const failures = plan.problems.length + problems.length;
  const isNothing = changed.length + same.length + missing.length + failures === 0;
  const lines = [
    ...changed,
    ...same,
    ...missing,
    ...notes.map((note) => `${style.yellow('!')} ${note}`),
    ...(trust === undefined ? [] : trustLines(trust, style)),
    ...(isInstall && guarded.length > 0
      ? ['Sessions that you start from now on are guarded: `devs sessions` shows them.']
      : []),
    ...(isNothing ? ['No agent is guarded.'] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** What would be changed, as diffs. */
export function previewText({ changes, unchanged, missing }: GuardPlan, style: Style): string {
  const lines = [
    ...changes.flatMap(({ file, before, after }) => {
      const path = file.replaceAll('\\', '/').replace(/^\//, '');
      const patch = patchTexts({ path: printableLine(path), old: before, now: after });
      return printable(patch)
        .trimEnd()
        .split('\n')
        .map((line) => paintDiff(line, style));
    }),
    ...(unchanged.length === 0 ? [] : [`Nothing to change: ${nameAll(unchanged)}.`]),
    ...(missing.length === 0 ? [] : [`Not found on this machine: ${nameAll(missing)}.`]),
    ...(changes.length === 0 ? [] : ['Nothing was changed: this is a dry run.']),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function changeLine(
  { agent, file, after }: SettingsChange,
  {
    isInstall,
    isUntrusted,
    style,
  }: { readonly isInstall: boolean; readonly isUntrusted: boolean; readonly style: Style },
): string {
  const place = printablePath(file);
  if (isInstall && isUntrusted)
    return `${style.yellow('!')} ${nameOf(agent)}: hooks installed, not guarded yet: ${place}`;
  if (isInstall) return `${style.green('✓')} ${nameOf(agent)} is guarded: ${place}`;
  const how = after === undefined ? 'removed' : 'without the guard again';
  return `${style.green('✓')} ${nameOf(agent)}: ${place} is ${how}.`;
}

function trustLines(trust: CodexTrust, style: Style): readonly string[] {
  switch (trust.kind) {
    case 'trusted':
      return ['Codex trusts these hooks.'];
    case 'untrusted':
      return [
        `${style.yellow('!')} Codex is guarded once you trust these hooks: open \`codex\` and type /hooks, or run \`devs guard install codex --trust\`, which does it for you.`,
      ];
    case 'unknown':
      return [
        `${style.yellow('!')} Whether Codex trusts these hooks is not known (${printableLine(trust.why)}): it runs them only once you trust them, in its /hooks.`,
      ];
    default:
      return trust satisfies never;
  }
}

function paintDiff(line: string, style: Style): string {
  if (line.startsWith('+') && !line.startsWith('+++')) return style.green(line);
  return line.startsWith('-') && !line.startsWith('---') ? style.red(line) : line;
}

function nameOf(agent: GuardedAgent): string {
  return GUARDED_AGENT_NAMES[agent];
}

function nameAll(agents: readonly GuardedAgent[]): string {
  return enumerate(agents.map(nameOf));
}
