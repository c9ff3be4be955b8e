import assert from 'node:assert/strict';
import type { InterventionRecord } from '../../../../src/model/run/intervention';
import type { LeaseHolder } from '../../../../src/model/workspace/leaseHolder';
import type { TestWorkspace } from '../../cli/testWorkspace';
import { PATIENCE_MS } from '../../../realVscode/waiting';
import { VscodeSession, type Dashboard } from '../vscodeSession';
import { historyLine, historyShown } from './history';

/** What `devs status <task> --json` says. */
export interface TaskStatus {
  readonly run: string;
  readonly holder: LeaseHolder | null;
  readonly task: {
    readonly status: string;
    readonly turns: number;
    readonly hints: readonly string[];
    readonly turnList: readonly { readonly number: number; readonly outcome: string }[];
    readonly history: readonly InterventionRecord[];
  };
}

/** A window with its dashboard. */
export interface OpenWindow {
  readonly name: 'a' | 'b';
  readonly session: VscodeSession;
  dashboard: Dashboard;
}

/** Process ids of the extension hosts that the windows had at first. */
export interface Hosts {
  readonly a: number;
  readonly b: number;
}

async function openWindowOf(name: OpenWindow['name'], session: VscodeSession): Promise<OpenWindow> {
  return { name, session, dashboard: await session.dashboard() };
}

/** Two windows of a VS Code and a terminal on one workspace, and what all three say of a task. */
export class TwoWindows {
  private constructor(
    private readonly workspace: TestWorkspace,
    readonly a: OpenWindow,
    readonly b: OpenWindow,
  ) {}

  /** Opens both windows; nothing is left running when that fails. */
  static async start(workspace: TestWorkspace): Promise<{ windows: TwoWindows; hosts: Hosts }> {
    const { folder, stateDir } = workspace;
    const first = await VscodeSession.start({ workspace: folder, stateDir, trust: true });
    try {
      const [hostOfA] = await first.extensionHosts(1);
      const second = await first.openSecond();
      const hosts = await second.extensionHosts(2);
      const hostOfB = hosts.find((host) => host !== hostOfA);
      assert.ok(hostOfA !== undefined && hostOfB !== undefined);
      const a = await openWindowOf('a', first);
      const b = await openWindowOf('b', second);
      return { windows: new TwoWindows(workspace, a, b), hosts: { a: hostOfA, b: hostOfB } };
    } catch (error) {
      await VscodeSession.end(first);
      throw error;
    }
  }

  static async end(windows: TwoWindows | undefined): Promise<void> {
    await VscodeSession.end(windows?.b.session);
    await VscodeSession.end(windows?.a.session);
  }

  /** Pictures of both windows: `<name>-a.png` and `<name>-b.png`. */
  async pictures(name: string): Promise<void> {
    for (const window of this.both) await window.session.picture(`${name}-${window.name}`);
  }

  /** Both dashboards, then the terminal, say that the task has this status. */
  async show(taskId: string, status: string): Promise<void> {
    await Promise.all(this.both.map(({ dashboard }) => dashboard.status(taskId, status)));
    assert.equal((await this.status(taskId)).task.status, status);
  }

  /** Both dashboards show `turns` turns of the task, and that it has this status. */
  async settled(taskId: string, status: string, turns: number): Promise<void> {
    const shown = this.both.map(async ({ dashboard }) => {
      const card = dashboard.card(taskId);
      await card
        .locator('.turn')
        .nth(turns - 1)
        .waitFor({ timeout: PATIENCE_MS });
      await dashboard.status(taskId, status);
    });
    await Promise.all(shown);
  }

  /** What the terminal says of a task. */
  async status(taskId: string): Promise<TaskStatus> {
    const { code, stdout, stderr } = await this.workspace.devs('status', taskId, '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as TaskStatus;
  }

  /**
   * What the terminal says of a task, once both dashboards show `count` entries of its history; fails where one of
   * the three tells it otherwise than the others.
   */
  async agreed(taskId: string, count: number): Promise<TaskStatus> {
    const shown = await Promise.all(
      this.both.map(({ dashboard }) => historyShown(dashboard, taskId, count)),
    );
    const status = await this.status(taskId);
    for (const lines of shown) assert.deepEqual(lines, status.task.history.map(historyLine));
    return status;
  }

  /** Who did the newest of `count` things to the task, and what came of it: alike in all three places. */
  async newest(taskId: string, count: number): Promise<Omit<InterventionRecord, 'at'>> {
    const [first] = (await this.agreed(taskId, count)).task.history;
    assert.ok(first !== undefined);
    const { at, ...rest } = first;
    assert.ok(!Number.isNaN(Date.parse(at)));
    return rest;
  }

  /** A first, then B. */
  get both(): readonly OpenWindow[] {
    return [this.a, this.b];
  }
}
