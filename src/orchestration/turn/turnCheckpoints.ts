import type { RepositoryState } from '../../domain/checkpoint';
import type { TurnEnd } from '../../domain/turn';
import { StateError } from '../../ports/workspaceState';
import type { OrchestrationDeps } from '../orchestrationDeps';

type CheckpointDeps = Pick<OrchestrationDeps, 'checkpoints' | 'repository' | 'observer'>;

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
  async before(): Promise<MomentBefore> {
    const { checkpoints, repository } = this.deps;
    const { id, notes } = await checkpoints.record();
    this.tell(notes);
    return { checkpointBefore: id, repositoryBefore: await repository.look() };
  }

  /**
   * `paths` are looked at even where the turn made them ignored. What cannot be recorded is told and
   * missing: the turn itself has happened and is recorded all the same.
   */
  async after(moment: MomentBefore, since: Date, paths: Iterable<string>): Promise<TurnTrace> {
    const trace = await traceOf(this.deps, { ...moment, since, paths });
    this.tell(trace.problems);
    return trace.trace;
  }

  private tell(notes: readonly string[]): void {
    for (const note of notes) {
      if (this.told.has(note)) continue;
      this.told.add(note);
      this.deps.observer.onWarning(note);
    }
  }
}

export interface TracedTurn {
  readonly repositoryBefore: RepositoryState | undefined;
  readonly since: Date;
  readonly paths: Iterable<string>;
}

/** The workspace and the repository as a turn left them, and what of it could not be recorded. */
export async function traceOf(
  { checkpoints, repository }: Pick<CheckpointDeps, 'checkpoints' | 'repository'>,
  { repositoryBefore, since, paths }: TracedTurn,
): Promise<{ readonly trace: TurnTrace; readonly problems: readonly string[] }> {
  const change = repositoryBefore && (await repository.changeSince(repositoryBefore, since));
  const repositoryChange = change && { repositoryChange: change };
  try {
    const { id, notes } = await checkpoints.record(paths);
    return { trace: { checkpointAfter: id, ...repositoryChange }, problems: notes };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return { trace: { ...repositoryChange }, problems: [error.message] };
  }
}
