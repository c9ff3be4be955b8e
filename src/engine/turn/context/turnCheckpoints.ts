import type { RepositoryState } from '../../../model/workspace/checkpoint';
import type { TurnEnd } from '../../../model/turn/turn';
import type { WorkspaceSnapshot } from '../../../ports/workspace';
import { StateError } from '../../../ports/workspaceState';
import type { OrchestrationDeps } from './orchestrationDeps';

type CheckpointDeps = Pick<
  OrchestrationDeps,
  'checkpoints' | 'repository' | 'observer' | 'workspace'
>;

/** The workspace as it was recorded before a turn. */
export interface MomentBefore {
  readonly checkpointBefore: string;
  readonly repositoryBefore: RepositoryState | undefined;
}

/** What a turn left behind, as far as it could be recorded. */
export type TurnTrace = Pick<TurnEnd, 'checkpointAfter' | 'checkpointLate' | 'repositoryChange'>;

/** Records the workspace before and after turns, and tells once what is not kept. */
export class TurnCheckpoints {
  private readonly told = new Set<string>();

  constructor(private readonly deps: CheckpointDeps) {}

  /** Throws `StateError` when the workspace cannot be recorded: nothing may then change it. */
  async before(): Promise<{ readonly moment: MomentBefore; readonly snapshot: WorkspaceSnapshot }> {
    const { checkpoints, repository } = this.deps;
    const { id, notes, snapshot } = await checkpoints.record();
    this.tell(notes);
    const moment = { checkpointBefore: id, repositoryBefore: await repository.readState() };
    return { moment, snapshot };
  }

  /** What `turn` will leave behind. */
  after(turn: TracedTurn): TurnAftermath {
    return new TurnAftermath(this.deps, turn, (notes) => this.tell(notes));
  }

  private tell(notes: readonly string[]): void {
    for (const note of notes) {
      if (this.told.has(note)) continue;
      this.told.add(note);
      this.deps.observer.onWarning(note);
    }
  }
}

/**
 * The workspace after a turn's last program, recorded once. What cannot be recorded is told and
 * missing: the turn itself has happened and is recorded all the same.
 */
export class TurnAftermath {
  private recorded: TurnTrace | undefined;

  constructor(
    private readonly deps: CheckpointDeps,
    private readonly turn: TracedTurn,
    private readonly tell: (notes: readonly string[]) => void,
  ) {}

  /** Records the workspace and looks at it at once; to be called when nothing of the turn runs any more. */
  async look(): Promise<WorkspaceSnapshot> {
    const snapshot = await this.record();
    return snapshot ?? (await this.deps.workspace.snapshot());
  }

  /** What was recorded, now if not before. */
  async trace(): Promise<TurnTrace> {
    if (this.recorded === undefined) await this.record();
    return this.recorded ?? {};
  }

  private async record(): Promise<WorkspaceSnapshot | undefined> {
    const { trace, problems, snapshot } = await traceOf(this.deps, this.turn);
    this.recorded = trace;
    this.tell(problems);
    return snapshot;
  }
}

export interface TracedTurn {
  readonly repositoryBefore: RepositoryState | undefined;
  readonly since: Date;
  /** Looked at even where the turn made them ignored. */
  readonly paths: Iterable<string>;
}

interface Traced {
  readonly trace: TurnTrace;
  /** What could not be recorded, a sentence each. */
  readonly problems: readonly string[];
  /** Undefined where the workspace could not be recorded. */
  readonly snapshot?: WorkspaceSnapshot;
}

/** The workspace and the repository as a turn left them, and what of it could not be recorded. */
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
