import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENCE_MS, pollUntil } from '../../../realVscode/waiting';
import { isAlive } from '../../cli/devsProcess';
import { TestWorkspace, type Step } from '../../cli/testWorkspace';
import { TwoWindows, type Hosts } from './windows';

export const PAUSED = 'PAUSED_FOR_INTERVENTION';

/** Is paused from the start, after two turns. */
export const DRAFT = 'write-draft';
export const ANSWER = 'fix-answer';
export const LATER = 'later';

/** A turn that changes two files, writes a third, and does not do the task. */
export const WRONG: Step = {
  reply: 'STRATEGY: guess\nI set the answer to 41.',
  write: { 'answer.txt': '41', 'notes.txt': 'of the agent\n', 'plan.txt': 'guess\n' },
};

/** How long an agent may live after its runner, in milliseconds. */
const AGENT_GONE_WITHIN_MS = 15_000;

/** A git repository with three tasks that pause after one turn, and two windows on it. */
export class Scene {
  readonly workspace = new TestWorkspace();
  private opened: { windows: TwoWindows; hosts: Hosts } | undefined;

  async start(): Promise<void> {
    this.commitStart();
    this.configure([DRAFT, ANSWER, LATER]);
    await this.twoTurnsOfDraft();
    this.opened = await TwoWindows.start(this.workspace);
  }

  async end(): Promise<void> {
    await TwoWindows.end(this.opened?.windows);
    await this.workspace.dispose();
  }

  get windows(): TwoWindows {
    assert.ok(this.opened !== undefined, 'the windows are not open');
    return this.opened.windows;
  }

  /** The windows that are open: none before the start. */
  get open(): TwoWindows['both'] {
    return this.opened?.windows.both ?? [];
  }

  /** Process ids of the extension hosts that the windows had at first. */
  get hosts(): Hosts {
    assert.ok(this.opened !== undefined, 'the windows are not open');
    return this.opened.hosts;
  }

  configure(taskIds: readonly string[]): void {
    const { workspace } = this;
    workspace.configure([], {
      limits: { loopThreshold: 1, maxPivots: 0 },
      tasks: taskIds.map((id) => ({ id, goal: 'The answer is 42.' })),
    });
    // Both run the same scenario.
    const config = JSON.parse(workspace.read('devs.yaml')) as { agents: Record<string, unknown> };
    config.agents['other'] = config.agents['scripted'];
    workspace.write('devs.yaml', JSON.stringify({ ...config, agent: 'scripted' }, null, 2));
  }

  /** What the agent does from its next call on; that call ends only after `open`. */
  hold(step: Step): () => void {
    const gate = join(this.workspace.root, `gate-${this.workspace.calls().length}`);
    this.workspace.play([{ ...step, waitFor: gate }]);
    return () => writeFileSync(gate, '');
  }

  /** The process of the first call of the agent after `calls` ones. */
  async agentAfter(calls: number): Promise<number> {
    const patience = { what: 'a call of the agent', withinMs: PATIENCE_MS };
    return pollUntil(() => this.workspace.calls()[calls]?.pid, patience);
  }

  async endOf(agent: number): Promise<void> {
    const patience = { what: `the end of the agent (${agent})`, withinMs: AGENT_GONE_WITHIN_MS };
    await pollUntil(() => (isAlive(agent) ? undefined : true), patience);
  }

  /** What the turn of `WRONG` is about. */
  files(): { answer: string; notes: string; plan: boolean } {
    const { workspace } = this;
    return {
      answer: workspace.read('answer.txt'),
      notes: workspace.read('notes.txt'),
      plan: existsSync(join(workspace.folder, 'plan.txt')),
    };
  }

  private commitStart(): void {
    this.workspace.write('notes.txt', 'from the start\n');
    this.workspace.write('draft.txt', 'from the start\n');
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
    const git = (...args: string[]): void => {
      const options = { cwd: this.workspace.folder, stdio: 'ignore' } as const;
      execFileSync('git', [...identity, ...args], options);
    };
    git('init');
    git('add', '.');
    git('commit', '-m', 'start');
  }

  private async twoTurnsOfDraft(): Promise<void> {
    const { workspace } = this;
    const turn = (text: string): Step => ({
      reply: `STRATEGY: ${text}`,
      write: { 'draft.txt': `${text}\n` },
    });
    workspace.play([turn('first'), turn('second')]);
    assert.equal((await workspace.devs('run', DRAFT)).code, 2);
    assert.equal((await workspace.devs('resume', DRAFT)).code, 0);
    assert.equal((await workspace.devs('run', DRAFT)).code, 2);
  }
}
