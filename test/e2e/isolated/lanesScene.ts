import { existsSync, watch, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DevsEvent, EventName, EventOf } from '../../../src/model/events/devsEvent';
import { HELPERS, IsolatedScene, type IsolatedOptions } from './isolatedScene';

/** A shop in which several tasks work at once; each does what a script with its name says. */
export class LanesScene extends IsolatedScene {
  private readonly listeners = new Set<() => void>();

  constructor(lanes: number, options: IsolatedOptions = {}) {
    super({ ...options, config: [`parallel: ${lanes}`, ...(options.config ?? [])] });
    writeFileSync(join(this.base, 'agent.js'), AGENT);
    this.write('verify.js', VERIFICATION);
    this.git('commit', '-qam', 'verification by task');
  }

  /** What the agent does in each turn of a task: JavaScript in its worktree. */
  works(taskId: string, script: string): void {
    writeFileSync(join(this.environment.STEPS, `${taskId}.js`), script);
  }

  /** Likewise of its verification; absent, it passes. */
  verifies(taskId: string, script: string): void {
    writeFileSync(join(this.environment.STEPS, `${taskId}-verify.js`), script);
  }

  /** Lets programs go on that wait for a file of this name. */
  mark(name: string): void {
    writeFileSync(join(this.environment.STEPS, name), '');
  }

  /** Resolves when a program has marked this name. */
  async marked(...names: readonly string[]): Promise<void> {
    for (const name of names) await appears(join(this.environment.STEPS, name));
  }

  /** Resolves when an event or a phase makes it true. */
  async until(isTrue: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isTrue()) return;
        this.listeners.delete(look);
        resolve();
      };
      this.listeners.add(look);
      look();
    });
  }

  /** All events of a name, in their order. */
  named<N extends EventName>(name: N): readonly EventOf<N>[] {
    return this.events.filter((event: DevsEvent): event is EventOf<N> => event.event === name);
  }

  protected override onNews(): void {
    for (const listener of this.listeners) listener();
  }

  async statuses(...taskIds: readonly string[]): Promise<readonly (string | undefined)[]> {
    const statuses = await Promise.all(taskIds.map((id) => this.status(id)));
    return statuses.map(([status]) => status);
  }
}

async function appears(file: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const watcher = watch(join(file, '..'), (_, name) => {
      if (name === basename(file)) look();
    });
    const look = (): void => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    };
    look();
  });
}

/** As `HELPERS`, of a scene with several tasks. */
export const LANE_HELPERS = `${HELPERS}
const task = process.env.DEVS_TASK_ID;
const mark = (name) => fs.writeFileSync(path.join(steps, name), String(process.pid));
const isMarked = (name) => fs.existsSync(path.join(steps, name));
const wait = (...names) => {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  while (!names.every(isMarked)) Atomics.wait(sleeper, 0, 0, 10);
};
`;

const AGENT = `${LANE_HELPERS}
fs.readFileSync(0, 'utf8');
console.log('STRATEGY: do it');
eval(read(path.join(steps, task + '.js')) || "write(task + '.txt', task)");
`;

const VERIFICATION = `${LANE_HELPERS}
eval(read(path.join(steps, task + '-verify.js')) || '');
`;
