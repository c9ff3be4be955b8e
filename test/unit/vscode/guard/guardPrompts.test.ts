import assert from 'node:assert/strict';
import type { GuardPlan, PlannedChange } from '../../../../src/app/guard/planGuard';
import type { CodexTrust } from '../../../../src/app/guard/trustCodex';
import type { GuardedAgent } from '../../../../src/model/guard/guardedAgent';
import { guardAgents, type GuardTools } from '../../../../src/vscode/guard/guardPrompts';
import { ScriptedInput } from '../scriptedInput';

const NOTHING: GuardPlan = { changes: [], unchanged: [], missing: [], problems: [] };
const place = { environment: {}, assetsDir: '/dist', folder: '/shop' };

const change = (agent: GuardedAgent, isInstall: boolean): PlannedChange => ({
  ...{ agent, scope: 'user', file: `/home/${agent}.json`, installed: undefined },
  ...(isInstall
    ? { before: '{}', after: '{"hooks":{}}' }
    : { before: '{"hooks":{}}', after: '{}' }),
});

interface World {
  readonly found: readonly GuardedAgent[];
  readonly guarded: readonly GuardedAgent[];
  readonly trust?: CodexTrust['kind'];
  /** Why nothing can be written. */
  readonly problem?: string;
  /** What the user has to know about an agent. */
  readonly notes?: readonly string[];
  /** The diffs are laid out for reading. */
  readonly laidOut?: boolean;
}

/** Settings as a test has them, and what is done to them. */
function create({
  found,
  guarded,
  trust = 'trusted',
  problem,
  notes = [],
  laidOut = false,
}: World) {
  const done: string[] = [];
  const diffs: string[] = [];
  const outcome = (plan: GuardPlan, verb: string) => {
    if (problem !== undefined && plan.changes.length > 0) {
      const problems = plan.changes.map(({ agent }) => ({ agent, message: problem }));
      return { done: [], problems, notes: [] };
    }
    done.push(...plan.changes.map(({ agent }) => `${verb} ${agent}`));
    return { done: plan.changes, problems: [], notes };
  };
  const trusted = (kind: CodexTrust['kind']): CodexTrust =>
    kind === 'unknown' ? { kind, why: 'it is too old' } : { kind };
  const tools: GuardTools = {
    isOnThisMachine: (agent) => found.includes(agent),
    planInstall: ({ agents }) => {
      assert.ok(agents.length > 0, 'none would mean all');
      const isNew = (agent: GuardedAgent): boolean => !guarded.includes(agent);
      const changes = agents.filter(isNew).map((agent) => change(agent, true));
      return { ...NOTHING, changes, unchanged: agents.filter((agent) => !isNew(agent)) };
    },
    planUninstall: ({ agents, scope }) => {
      assert.ok(agents.length > 0, 'none would mean all');
      assert.equal(scope, 'user');
      const meant = agents.filter((agent) => guarded.includes(agent));
      return { ...NOTHING, changes: meant.map((agent) => change(agent, false)) };
    },
    applyInstall: (plan) => outcome(plan, 'install'),
    applyUninstall: (plan) => outcome(plan, 'remove'),
    readCodexTrust: () => trusted(trust),
    trustCodex: () => {
      done.push('trust');
      return Promise.resolve(trusted('trusted'));
    },
  };
  const input = new ScriptedInput();
  const ask = () =>
    guardAgents({
      ...{ tools, place, input },
      diffs: {
        open: ({ file, after }) => {
          diffs.push(`${file} → ${after ?? ''}`);
          return Promise.resolve(laidOut);
        },
        close: () => {
          diffs.push('close');
          return Promise.resolve();
        },
      },
    });
  return { ask, input, done, diffs };
}

describe('guarding agents in the editor', () => {
  it('lists the agents of this machine, those that are guarded ticked', async () => {
    const { ask, input, done } = create({ found: ['claude', 'codex'], guarded: ['codex'] });
    input.answers = [undefined];
    assert.equal(await ask(), undefined);
    assert.deepEqual(input.shown[0]?.lines, ['[ ] Claude Code', '[x] Codex | guarded']);
    assert.deepEqual(done, []);
    const none = await create({ found: [], guarded: [] }).ask();
    assert.equal(none?.ok, false);
    assert.match(none.message, /None of the agents .* was found on this machine: Claude Code/);
  });

  it('says which agent is installed and yet not guarded, as it is not trusted', async () => {
    for (const [trust, description] of [
      ['untrusted', 'installed, but not trusted yet'],
      ['unknown', 'installed; Devs cannot tell whether Codex trusts it'],
    ] as const) {
      const { ask, input } = create({ found: ['codex'], guarded: ['codex'], trust });
      input.answers = [undefined];
      await ask();
      assert.deepEqual(input.shown[0]?.lines, [`[x] Codex | ${description}`]);
    }
  });

  it('shows each change before it asks in a list, and does what was agreed to', async () => {
    const { ask, input, done, diffs } = create({ found: ['claude', 'codex'], guarded: ['codex'] });
    input.answers = [['Claude Code'], ['Change']];
    const answer = await ask();
    assert.deepEqual(diffs, [
      ...['close', '/home/claude.json → {"hooks":{}}', '/home/codex.json → {}', 'close'],
    ]);
    const [, { title, lines } = assert.fail()] = input.shown;
    assert.equal(title, 'Change the settings of Claude Code and Codex?');
    assert.deepEqual(lines, [
      'Change | Guard Claude Code: /home/claude.json · Stop guarding Codex: /home/codex.json',
      'Change nothing',
    ]);
    assert.deepEqual(done, ['install claude', 'remove codex']);
    assert.equal(
      answer?.message,
      'No longer guarded: Codex. Claude Code: sessions that you start from now on are guarded.',
    );
  });

  it('names the line after what happens, and does nothing without it', async () => {
    for (const [guarded, chosen, label, refusal] of [
      [[], ['Claude Code'], 'Install', ['Change nothing']],
      [['claude'], [], 'Remove', undefined],
    ] as const) {
      const { ask, input, done, diffs } = create({ found: ['claude'], guarded });
      input.answers = [chosen, refusal];
      assert.equal(await ask(), undefined);
      assert.ok(input.shown[1]?.lines[0]?.startsWith(`${label} | `));
      assert.deepEqual(done, []);
      assert.equal(diffs.at(-1), 'close');
    }
  });

  it('speaks of no agent that stays as it is once another one was removed', async () => {
    const world = { found: ['claude', 'codex'], guarded: ['claude', 'codex'] } as const;
    const { ask, input } = create({ ...world, trust: 'untrusted' });
    input.answers = [['Codex'], ['Remove']];
    const answer = await ask();
    assert.deepEqual(answer, { ok: true, message: 'No longer guarded: Claude Code.' });
  });

  it('says where a diff is laid out in another form than the file', async () => {
    const { ask, input } = create({ found: ['claude'], guarded: [], laidOut: true });
    input.answers = [['Claude Code'], undefined];
    await ask();
    assert.match(input.shown[1]?.lines[0] ?? '', /the file keeps its own format$/);
  });

  it('opens the change of one agent from its line', async () => {
    const { ask, input, diffs } = create({ found: ['claude', 'codex'], guarded: ['codex'] });
    input.looksAt = ['Claude Code', 'Codex'];
    input.answers = [undefined];
    await ask();
    assert.deepEqual(diffs, [
      ...['/home/claude.json → {"hooks":{}}', '/home/codex.json → {}', 'close'],
    ]);
  });

  it('says why settings stay as they are', async () => {
    const problem = '/home/claude.json is read-only.';
    const { ask, input } = create({ found: ['claude'], guarded: [], problem });
    input.answers = [['Claude Code'], ['Install']];
    assert.deepEqual(await ask(), { ok: false, message: problem });
  });

  it('says what the user has to know about an agent', async () => {
    const notes = ['It is guarded in new windows only.'];
    const { ask, input } = create({ found: ['claude'], guarded: [], notes });
    input.answers = [['Claude Code'], ['Install']];
    assert.match(
      (await ask())?.message ?? '',
      /are guarded\. It is guarded in new windows only\.$/,
    );
  });

  it('offers to have Codex trust the hooks, which it does not run before', async () => {
    const { ask, input, done } = create({ found: ['codex'], guarded: [], trust: 'untrusted' });
    input.answers = [['Codex'], ['Install']];
    const answer = await ask();
    assert.equal(
      answer?.message,
      'Codex is not guarded yet. Codex runs the hooks of Devs only after you trust them.',
    );
    const [followUp] = answer.followUps ?? [];
    assert.equal(followUp?.label, 'Trust Hooks');
    assert.match((await followUp.act())?.message ?? '', /^Codex now trusts the hooks of Devs/);
    assert.deepEqual(done, ['install codex', 'trust']);
    const unknown = create({ found: ['codex'], guarded: ['codex'], trust: 'unknown' });
    assert.match((await unknown.ask())?.message ?? '', /type \/hooks in Codex\.$/);
  });
});
