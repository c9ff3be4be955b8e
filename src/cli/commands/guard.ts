import {
  applyInstall,
  applyUninstall,
  refreshGuardPrograms,
  removeLeftFiles,
  type GuardOutcome,
} from '../../app/guard/applyGuard';
import { whileLocked, type GuardPlace } from '../../app/guard/guardPlace';
import { planInstall, planUninstall, type GuardPlan } from '../../app/guard/planGuard';
import { readGuardStatus } from '../../app/guard/readGuardStatus';
import { readCodexTrust, trustCodex, type CodexTrust } from '../../app/guard/trustCodex';
import { GUARDED_AGENTS, isGuardedAgent, type GuardedAgent } from '../../model/guard/guardedAgent';
import type { GuardScope, SettingsChange } from '../../model/guard/guardInstall';
import { StateError } from '../../ports/workspaceState';
import { findNearestName } from '../../text/findNearestName';
import { guardStatusText } from '../render/guardStatusText';
import { guardText, previewText } from '../render/guardText';
import { EXIT, failed, type Outcome } from '../terminal/outcome';
import { printableLine } from '../terminal/printable';
import type { CommandContext } from './shared/commandContext';

/** What `devs guard` can do. */
export const GUARD_ACTIONS = ['install', 'uninstall', 'status'] as const;
export type GuardAction = (typeof GUARD_ACTIONS)[number];

/** Options of `devs guard`. */
export interface GuardOptions {
  readonly user?: true;
  readonly project?: true;
  readonly dryRun?: true;
  readonly trust?: true;
}

/** `devs guard install|uninstall|status [agent…]`: hooks in the settings of agents. */
export async function guard(
  context: CommandContext,
  { action, agents: words }: { readonly action: GuardAction; readonly agents: readonly string[] },
  options: GuardOptions,
): Promise<Outcome> {
  const unknown = words.find((word) => !isGuardedAgent(word));
  if (unknown !== undefined) return failed(describeUnknown(unknown));
  if (options.user === true && options.project === true)
    return failed('Use either --user or --project, not both.');
  if (options.trust === true && action !== 'install')
    return failed('Use --trust only with `devs guard install`.');
  const { environment, assetsDir } = context.host;
  const place = { environment, assetsDir, folder: context.workspaceDir };
  const agents = words.filter(isGuardedAgent);
  try {
    switch (action) {
      case 'install':
        return await install(context, place, { agents, options });
      case 'uninstall':
        return uninstall(context, place, { agents, options });
      case 'status':
        return await status(context, place, agents);
      default:
        return action satisfies never;
    }
  } catch (error) {
    if (error instanceof StateError) return failed(error.message);
    throw error;
  }
}

interface Request {
  readonly agents: readonly GuardedAgent[];
  readonly options: GuardOptions;
}

async function install(
  context: CommandContext,
  place: GuardPlace,
  { agents, options }: Request,
): Promise<Outcome> {
  const scope = options.project === true ? 'project' : 'user';
  if (options.dryRun === true) return previewed(planInstall({ agents, scope }, place), context);
  const { plan, outcome } = whileLocked(place, () => {
    const planned = planInstall({ agents, scope }, place);
    return { plan: planned, outcome: applyInstall(planned, place) };
  });
  const guarded = [...outcome.done.map(({ agent }) => agent), ...plan.unchanged];
  const trust = guarded.includes('codex')
    ? options.trust === true
      ? await trustCodex(place)
      : readCodexTrust(place)
    : undefined;
  if (guarded.length === 0 && plan.problems.length + outcome.problems.length === 0)
    return failed(guardText('install', { plan, ...outcome }, context.style).trim());
  return told('install', { plan, outcome, trust }, context);
}

function uninstall(
  context: CommandContext,
  place: GuardPlace,
  { agents, options }: Request,
): Outcome {
  const scope = scopeOf(options);
  const meant = { agents, ...(scope !== undefined && { scope }) };
  if (options.dryRun === true) return previewed(planUninstall(meant, place), context);
  const done = whileLocked(place, () => {
    const plan = planUninstall(meant, place);
    return { plan, outcome: applyUninstall(plan, place) };
  });
  return told('uninstall', done, context);
}

function scopeOf({ user, project }: GuardOptions): GuardScope | undefined {
  if (project === true) return 'project';
  return user === true ? 'user' : undefined;
}

async function status(
  { host, style }: CommandContext,
  place: GuardPlace,
  agents: readonly GuardedAgent[],
): Promise<Outcome> {
  removeLeftFiles(place);
  refreshGuardPrograms(place);
  const now = host.date();
  const all = await readGuardStatus(place, now);
  const meant = all.agents.filter(({ agent }) => agents.length === 0 || agents.includes(agent));
  const found = { ...all, agents: meant };
  return { ok: true, text: guardStatusText(found, { style, now }), json: found };
}

interface Told {
  readonly plan: GuardPlan;
  readonly outcome: GuardOutcome;
  readonly trust?: CodexTrust | undefined;
}

function told(
  action: 'install' | 'uninstall',
  { plan, outcome, trust }: Told,
  { style }: CommandContext,
): Outcome {
  const problems = [...plan.problems, ...outcome.problems];
  const { unchanged, missing } = plan;
  return {
    ok: true,
    text: guardText(action, { plan, ...outcome, ...(trust && { trust }) }, style),
    json: {
      ok: problems.length === 0,
      changed: outcome.done.map(changeJson),
      ...{ unchanged, missing, problems, trust: trust?.kind ?? null },
    },
    notes: problems.map(({ message }) => message),
    exitCode: problems.length === 0 ? EXIT.ok : EXIT.error,
  };
}

function previewed(plan: GuardPlan, { style }: CommandContext): Outcome {
  const { changes, unchanged, missing, problems } = plan;
  return {
    ok: true,
    text: previewText(plan, style),
    json: {
      ...{ ok: problems.length === 0, unchanged, missing, problems },
      changes: changes.map(({ agent, scope, file, before = null, after = null }) => ({
        ...{ agent, scope, file, before, after },
      })),
    },
    notes: problems.map(({ message }) => message),
    exitCode: problems.length === 0 ? EXIT.ok : EXIT.error,
  };
}

function changeJson({ agent, scope, file, after }: SettingsChange): object {
  return { agent, scope, file, removed: after === undefined };
}

function describeUnknown(word: string): string {
  const near = findNearestName(word, GUARDED_AGENTS);
  const guess = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `Devs cannot guard an agent "${printableLine(word)}".${guess} Agents that Devs can guard: ${GUARDED_AGENTS.join(', ')}.`;
}
