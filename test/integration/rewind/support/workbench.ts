import { NO_WORKTREES } from '../../../support/noWorktrees';
import { soundMachine } from '../../../support/soundMachine';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCheckpoints } from '../../../../src/platform/checkpoints/createCheckpoints';
import { createRepository } from '../../../../src/platform/workspace/repository';
import { createWorkspace } from '../../../../src/platform/workspace/createWorkspace';
import type { DevsConfig } from '../../../../src/model/config/config';
import type { TaskDefinition } from '../../../../src/model/task/task';
import type { Turn } from '../../../../src/model/turn/turn';
import { lexicalEmbedder } from '../../../../src/engine/similarity/lexicalEmbedder';
import { NO_MODELS } from '../../../support/scriptedJudge';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { applyIntervention } from '../../../../src/engine/interventions/interventions';
import { OrchestrationLoop } from '../../../../src/engine/run/orchestrationLoop';
import type { OrchestrationDeps } from '../../../../src/engine/turn/context/orchestrationDeps';
import type { RewindTools } from '../../../../src/engine/rewind/rewindTools';
import { syncTasks } from '../../../../src/engine/run/taskRegistry';
import type { AgentResult } from '../../../../src/ports/agent';
import type { Checkpoints } from '../../../../src/ports/checkpoints';
import type { Store } from '../../../../src/ports/store';
import { createMemoryStore } from '../../../support/memoryStore';
import {
  configOf,
  limitsOf,
  PASSED,
  steppingClock,
  taskOf,
  TERMINAL,
} from '../../../support/scriptedRun';
import { MAX_FILE_BYTES } from './deeds';
import { copyTemplate, gitEnvironment, type Kind } from './template';

export type TaskId = 'A' | 'B';

/** How a turn ends: the task goes on, is done, cannot go on, or the turn is cancelled. */
export type Ending = 'goesOn' | 'done' | 'blocked' | 'interrupted';

const CONFIG = configOf({
  tasks: ['A', 'B'].map((id) => withoutVerify(taskOf({ id }))),
  limits: limitsOf({ loopThreshold: 100, maxPivots: 100, maxTurns: 0 }),
});

function withoutVerify(task: TaskDefinition): TaskDefinition {
  const { verify, ...rest } = task;
  return verify === undefined ? task : rest;
}

/** A workspace on disk with all that the product has around it; only the agent is a function. */
export class Workbench {
  readonly root: string;
  readonly outside: string;
  readonly warnings: string[] = [];
  checkpoints: Checkpoints;
  private readonly clock = steppingClock();

  private constructor(
    readonly kind: Kind,
    private readonly base: string,
    readonly store: Store,
    private readonly config: DevsConfig,
  ) {
    this.root = join(base, 'work');
    this.outside = join(base, 'outside');
    this.checkpoints = this.newCheckpoints();
    syncTasks(store, config);
  }

  static async open(kind: Kind, change: Partial<DevsConfig> = {}): Promise<Workbench> {
    const config = { ...CONFIG, ...change };
    return new Workbench(kind, copyTemplate(kind), await createMemoryStore(), config);
  }

  close(): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  /** As a new process has them: they remember nothing. */
  newCheckpoints(): Checkpoints {
    const stateDir = join(this.base, 'state');
    const environment = gitEnvironment(this.base);
    const maxFileBytes = MAX_FILE_BYTES;
    return createCheckpoints({ workspaceDir: this.root, stateDir, environment, maxFileBytes });
  }

  /** False when git says no. Commits are made at the time of the clock. */
  git(args: readonly string[], folder = ''): boolean {
    return this.ask(args, folder) !== undefined;
  }

  /** What git says; undefined when it says no. */
  ask(args: readonly string[], folder = ''): string | undefined {
    try {
      return execFileSync('git', args, {
        cwd: Buffer.concat([
          Buffer.from(`${this.root}/`),
          Buffer.from(folder, 'latin1'),
        ]).toString(),
        env: gitEnvironment(this.base, this.clock.now()),
        encoding: 'latin1',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 64 * 1024 * 1024,
      });
    } catch {
      return undefined;
    }
  }

  /** One turn of a task, whatever status it has: a human retries or resumes it where need be. */
  async turn(taskId: TaskId, act: () => void, ending: Ending = 'goesOn'): Promise<Turn> {
    this.makeRunnable(taskId);
    const abort = new AbortController();
    const deps = this.deps(() => {
      act();
      loop.pause(false);
      if (ending === 'interrupted') abort.abort();
      return resultOf(ending);
    });
    const loop = new OrchestrationLoop(deps, {
      config: this.config,
      taskIds: [taskId],
      signal: abort.signal,
    });
    await loop.run();
    const turn = this.store.listTurns(taskId).at(-1);
    if (turn === undefined) throw new Error(`${taskId} had no turn`);
    return turn;
  }

  tools(checkpoints = this.checkpoints): RewindTools {
    const { store, clock } = this;
    return {
      store,
      clock,
      config: this.config,
      checkpoints,
      journal: this.journal(),
      who: TERMINAL,
    };
  }

  private makeRunnable(taskId: TaskId): void {
    const status = this.store.getTask(taskId)?.status;
    if (status === 'pending') return;
    const type = status === 'done' || status === 'done_partial' ? 'retry' : 'resume';
    const { store, clock } = this;
    const tools = { store, clock, config: this.config, journal: this.journal() };
    const answer = applyIntervention({ ...tools, who: TERMINAL, running: false }, { type, taskId });
    if (!answer.ok) throw new Error(answer.message);
  }

  private journal(): EventJournal {
    return new EventJournal(this.store, this.clock, () => undefined);
  }

  private deps(agent: () => AgentResult): OrchestrationDeps {
    const environment = gitEnvironment(this.base);
    const place = { workspaceDir: this.root, environment };
    return {
      store: this.store,
      agent: { run: () => Promise.resolve(agent()) },
      verifier: { verify: () => Promise.reject(new Error('nothing is verified here')) },
      workspace: createWorkspace(place),
      checkpoints: this.checkpoints,
      repository: createRepository(place),
      programs: soundMachine(),
      clock: this.clock,
      configSource: { read: () => Promise.resolve({ kind: 'ok', config: this.config }) },
      hook: { notify: () => Promise.resolve(undefined) },
      notifier: {
        findProblem: () => Promise.resolve(undefined),
        deliver: () => Promise.resolve({ kind: 'delivered' }),
      },
      worktrees: NO_WORKTREES,
      embedder: lexicalEmbedder,
      models: NO_MODELS,
      issues: { writeIssue: () => Promise.reject(new Error('nothing is given up here')) },
      observer: {
        onEvent: () => undefined,
        onPhase: () => undefined,
        present: () => undefined,
        onWarning: (message) => void this.warnings.push(message),
      },
    };
  }
}

function resultOf(ending: Ending): AgentResult {
  const said = { errorTail: '', transcript: '' };
  if (ending === 'interrupted') return { ...said, end: { kind: 'cancelled' }, reply: '' };
  if (ending === 'done') return { ...said, end: PASSED, reply: 'DONE: it works now' };
  if (ending === 'goesOn') return { ...said, end: PASSED, reply: 'not there yet' };
  const errorTail = 'Invalid API key · Please run /login';
  return { ...said, end: { kind: 'exit', code: 1 }, reply: '', errorTail };
}
