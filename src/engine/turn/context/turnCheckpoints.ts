import type { RepositoryState } from '../../../model/workspace/checkpoint';
import type { TurnEnd } from '../../../model/turn/turn';
import type { WorkspaceSnapshot } from '../../../ports/workspace';
import { StateError } from '../../../ports/workspaceState';
import type { OrchestrationDeps } from './orchestrationDeps';

type CheckpointDeps = Pick<
  OrchestrationDeps,
  'checkpoints' | 'repository' | 'observer' | 'workspace'
>;

/** The recorded state before a turn. */
export interface MomentBefore {
  readonly checkpointBefore: string;
  readonly repositoryBefore: RepositoryState | undefined;
}

/** The recorded state after a turn, as far as possible. */
export type TurnTrace = Pick<TurnEnd, 'checkpointAfter' | 'checkpointLate' | 'repositoryChange'>;

/** Records the workspace before and after turns, and warns once about files that are not stored. */
export class TurnCheckpoints {
  constructor(
    private readonly deps: CheckpointDeps,
    private readonly warned = new Set<string>(),
  ) {}

  /** The same in another place; warns of nothing twice. */
  at(deps: CheckpointDeps): TurnCheckpoints {
    return new TurnCheckpoints(deps, this.warned);
  }

  /** Throws `StateError` if the workspace cannot be recorded; it must not change then. */
  async before(): Promise<{ readonly moment: MomentBefore; readonly snapshot: WorkspaceSnapshot }> {
    const { checkpoints, repository } = this.deps;
    const { id, notes, snapshot } = await checkpoints.record();
    this.warnOnce(notes);
    const moment = { checkpointBefore: id, repositoryBefore: await repository.readState() };
    return { moment, snapshot };
  }

  /** Creates the recorder of the state after `turn`. */
  after(turn: TracedTurn): TurnAftermath {
    return new TurnAftermath(this.deps, turn, (notes) => this.warnOnce(notes));
  }

  private warnOnce(notes: readonly string[]): void {
    for (const note of notes) {
      if (this.warned.has(note)) continue;
      this.warned.add(note);
      this.deps.observer.onWarning(note);
    }
  }
}

/**
 * Records the workspace once, after a turn's last program. Reports and omits what cannot be recorded, since the turn
 * has happened.
 */
export class TurnAftermath {
  private recorded: TurnTrace | undefined;

  constructor(
    private readonly deps: CheckpointDeps,
    private readonly turn: TracedTurn,
    private readonly warn: (notes: readonly string[]) => void,
  ) {}

  /** Records and returns the workspace; call it when no process of the turn runs. */
  async observe(): Promise<WorkspaceSnapshot> {
    const snapshot = await this.record();
    return snapshot ?? (await this.deps.workspace.snapshot());
  }

  /** Returns the record; makes it first if necessary. */
  async trace(): Promise<TurnTrace> {
    if (this.recorded === undefined) await this.record();
    return this.recorded ?? {};
  }

  private async record(): Promise<WorkspaceSnapshot | undefined> {
    const { trace, problems, snapshot } = await traceOf(this.deps, this.turn);
    this.recorded = trace;
    this.warn(problems);
    return snapshot;
  }
}

export interface TracedTurn {
  readonly repositoryBefore: RepositoryState | undefined;
  readonly since: Date;
  /** Paths that are read even if the turn made them ignored. */
  readonly paths: Iterable<string>;
}

interface Traced {
  readonly trace: TurnTrace;
  /** Problems of recording, one sentence each. */
  readonly problems: readonly string[];
  /** Undefined if the workspace could not be recorded. */
  readonly snapshot?: WorkspaceSnapshot;
}

/** Records the workspace and the repository after a turn, and the problems of that. */
export async function traceOf(
  { checkpoints, repository }: Pick<CheckpointDeps, 'checkpoints' | 'repository'>,
  { repositoryBefore, since, paths }: TracedTurn,
): Promise<Traced> {
  const change = repositoryBefore && (await repository.changeSince(repositoryBefore, since));
  const repositoryChange = change && { repositoryChange: change };
  try {
    const { id, notes: problems, snapshot } = await checkpoints.record(paths);
    return { trace: { checkpointAfter: id, ...repositoryChange }, problems, snapshot };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return { trace: { ...repositoryChange }, problems: [error.message] };
  }
}
