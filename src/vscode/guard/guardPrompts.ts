import type * as applying from '../../app/guard/applyGuard';
import type * as places from '../../app/guard/guardPlace';
import type * as planning from '../../app/guard/planGuard';
import type * as codex from '../../app/guard/trustCodex';
import {
  GUARDED_AGENT_NAMES,
  GUARDED_AGENTS,
  type GuardedAgent,
} from '../../model/guard/guardedAgent';
import type { GuardRefusal, SettingsChange } from '../../model/guard/guardInstall';
import { enumerate } from '../../text/list';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { Choice, UserInput } from '../prompts/userInput';
import { sanitizePath } from '../text/sanitizeLabel';
import type { SettingsDiffs } from './settingsDiffs';

/** What reads and changes the settings of agents. */
export type GuardTools = Pick<typeof applying, 'applyInstall' | 'applyUninstall'> &
  Pick<typeof places, 'isOnThisMachine'> &
  Pick<typeof planning, 'planInstall' | 'planUninstall'> &
  Pick<typeof codex, 'readCodexTrust' | 'trustCodex'>;

/** Loads them, as they are seldom used. */
export async function loadGuardTools(): Promise<GuardTools> {
  const [{ applyInstall, applyUninstall }, { isOnThisMachine }, plan, trust] = await Promise.all([
    import('../../app/guard/applyGuard'),
    import('../../app/guard/guardPlace'),
    import('../../app/guard/planGuard'),
    import('../../app/guard/trustCodex'),
  ]);
  const { planInstall, planUninstall } = plan;
  const { readCodexTrust, trustCodex } = trust;
  return {
    ...{ applyInstall, applyUninstall, isOnThisMachine, planInstall, planUninstall },
    ...{ readCodexTrust, trustCodex },
  };
}

/** Dependencies of `guardAgents`. */
export interface GuardPromptOptions {
  readonly tools: GuardTools;
  readonly place: places.GuardPlace;
  readonly input: Pick<UserInput, 'pickSeveral' | 'pickOne'>;
  readonly diffs: Pick<SettingsDiffs, 'open' | 'close'>;
}

/** What is to be done. */
interface GuardChanges {
  readonly install: planning.GuardPlan;
  readonly remove: planning.GuardPlan;
}

const NOTHING: planning.GuardPlan = { changes: [], unchanged: [], missing: [], problems: [] };

/**
 * Asks which agents are to be guarded, shows what that changes in their settings, and changes it once the user has agreed;
 * undefined when they cancelled.
 */
export async function guardAgents(options: GuardPromptOptions): Promise<ActionAnswer | undefined> {
  const { tools, place, input, diffs } = options;
  const found = GUARDED_AGENTS.filter((agent) => tools.isOnThisMachine(agent, place));
  if (found.length === 0) return { ok: false, message: NONE_FOUND };
  const guarded = found.filter((agent) => isGuarded(agent, options));
  const chosen = await input.pickSeveral(found.map(toChoice(guarded, options)), {
    title: () => 'Guard my agents',
    accept: () => 'Show the changes',
    placeHolder: 'Select the agents whose sessions Devs should watch for loops',
    look: { name: 'Show what changes', open: (agent) => look(agent, guarded, options) },
  });
  await diffs.close();
  if (chosen === undefined) return undefined;
  const plan = planFor(chosen, guarded, options);
  const changes = [...plan.install.changes, ...plan.remove.changes];
  if (changes.length > 0 && !(await agrees(plan, options))) return undefined;
  return apply(plan, options);
}

const NONE_FOUND = `None of the agents that Devs can guard was found on this machine: ${nameAll(GUARDED_AGENTS)}.`;

function toChoice(guarded: readonly GuardedAgent[], options: GuardPromptOptions) {
  return (agent: GuardedAgent): Choice<GuardedAgent> => ({
    label: GUARDED_AGENT_NAMES[agent],
    picked: guarded.includes(agent),
    ...(guarded.includes(agent) && { description: describeGuarded(agent, options) }),
    value: agent,
  });
}

function describeGuarded(agent: GuardedAgent, { tools, place }: GuardPromptOptions): string {
  const trust = agent === 'codex' ? tools.readCodexTrust(place).kind : 'trusted';
  switch (trust) {
    case 'trusted':
      return 'guarded';
    case 'untrusted':
      return 'installed, but not trusted yet';
    case 'unknown':
      return 'installed; Devs cannot tell whether Codex trusts it';
    default:
      return trust satisfies never;
  }
}

function isGuarded(agent: GuardedAgent, { tools, place }: GuardPromptOptions): boolean {
  return tools.planUninstall({ agents: [agent], scope: 'user' }, place).changes.length > 0;
}

/** To guard those that are chosen, and no others. No agents would mean all of them. */
function planFor(
  chosen: readonly GuardedAgent[],
  guarded: readonly GuardedAgent[],
  { tools, place }: Pick<GuardPromptOptions, 'tools' | 'place'>,
): GuardChanges {
  const unchosen = guarded.filter((agent) => !chosen.includes(agent));
  const scope = 'user';
  return {
    install: chosen.length > 0 ? tools.planInstall({ agents: chosen, scope }, place) : NOTHING,
    remove: unchosen.length > 0 ? tools.planUninstall({ agents: unchosen, scope }, place) : NOTHING,
  };
}

/** Shows what a change of this agent alone would be. */
async function look(
  agent: GuardedAgent,
  guarded: readonly GuardedAgent[],
  options: GuardPromptOptions,
): Promise<void> {
  const chosen = guarded.includes(agent) ? [] : [agent];
  const { install, remove } = planFor(chosen, guarded.includes(agent) ? [agent] : [], options);
  for (const change of [...install.changes, ...remove.changes]) await options.diffs.open(change);
}

/** Asks in a list, which leaves the diffs below it usable. */
async function agrees(
  { install, remove }: GuardChanges,
  { input, diffs }: GuardPromptOptions,
): Promise<boolean> {
  const changes = [...install.changes, ...remove.changes];
  const lines = (verb: string, of: readonly SettingsChange[]): readonly string[] =>
    of.map(({ agent, file }) => `${verb} ${GUARDED_AGENT_NAMES[agent]}: ${sanitizePath(file)}`);
  const laidOut = [];
  for (const change of changes) laidOut.push(await diffs.open(change));
  const what = [
    ...lines('Guard', install.changes),
    ...lines('Stop guarding', remove.changes),
    ...(laidOut.includes(true) ? [LAID_OUT] : []),
  ];
  try {
    const choices = [
      {
        label: toButton(install.changes.length, remove.changes.length),
        detail: what.join(' · '),
        value: true,
      },
      { label: 'Change nothing', value: false },
    ];
    const agreed = await input.pickOne(choices, {
      title: `Change the settings of ${nameAll(changes.map(({ agent }) => agent))}?`,
      placeHolder: 'The diffs below show every line that changes.',
    });
    return agreed === true;
  } finally {
    await diffs.close();
  }
}

const LAID_OUT = 'the diff is reformatted for reading; the file keeps its own format';

function toButton(installs: number, removals: number): string {
  if (removals === 0) return 'Install';
  return installs === 0 ? 'Remove' : 'Change';
}

function apply(
  { install, remove }: GuardChanges,
  { tools, place }: GuardPromptOptions,
): ActionAnswer {
  const installed = tools.applyInstall(install, place);
  const removed = tools.applyUninstall(remove, place);
  const problems = [install, remove, installed, removed].flatMap((each) => each.problems);
  if (problems.length > 0) return { ok: false, message: nameProblems(problems) };
  const free = removed.done.map(({ agent }) => agent);
  const changed = installed.done.map(({ agent }) => agent);
  // Those that are as they were are told of only where nothing else is.
  const told = changed.length + free.length === 0 ? install.unchanged : changed;
  return withTrust(told, {
    ...{ tools, place },
    before: free.length === 0 ? [] : [`No longer guarded: ${nameAll(free)}.`],
    after: installed.notes,
  });
}

function nameProblems(problems: readonly GuardRefusal[]): string {
  return problems.map(({ message }) => message).join(' ');
}

const UNTRUSTED = 'Codex runs the hooks of Devs only after you trust them';

/** Says which agents are guarded from now on. Codex asks its user first. */
function withTrust(
  agents: readonly GuardedAgent[],
  {
    tools,
    place,
    before,
    after,
  }: Pick<GuardPromptOptions, 'tools' | 'place'> & {
    readonly before: readonly string[];
    readonly after: readonly string[];
  },
): ActionAnswer {
  const kind = agents.includes('codex') ? tools.readCodexTrust(place).kind : 'trusted';
  const guarded = kind === 'trusted' ? agents : agents.filter((agent) => agent !== 'codex');
  const told = [
    ...before,
    ...(guarded.length === 0
      ? []
      : [`${nameAll(guarded)}: sessions that you start from now on are guarded.`]),
    ...after,
    ...(kind === 'trusted'
      ? []
      : [
          `Codex is not guarded yet. ${UNTRUSTED}${kind === 'unknown' ? ': type /hooks in Codex' : ''}.`,
        ]),
  ];
  const message = told.length === 0 ? 'No agent is guarded.' : told.join(' ');
  if (kind !== 'untrusted') return { ok: true, message };
  const trust = async (): Promise<ActionAnswer> =>
    (await tools.trustCodex(place)).kind === 'trusted'
      ? {
          ok: true,
          message:
            'Codex now trusts the hooks of Devs: sessions that you start from now on are guarded.',
        }
      : { ok: false, message: `${UNTRUSTED}: open Codex and type /hooks.` };
  return { ok: true, message, followUps: [{ label: 'Trust Hooks', act: trust }] };
}

function nameAll(agents: readonly GuardedAgent[]): string {
  return enumerate(agents.map((agent) => GUARDED_AGENT_NAMES[agent]));
}
