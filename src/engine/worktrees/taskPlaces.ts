import type { DevsConfig } from '../../model/config/config';
import type { LandingMode } from '../../model/landing/landing';
import { selectCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import type { LandingTarget, Worktree } from '../../ports/worktrees';
import type { SerialQueue } from '../../model/workspace/serialQueue';
import { StateError } from '../../ports/workspaceState';
import { withoutFullStop } from '../../text/sentence';
import { artefactsOf } from '../attempts/artefacts';
import { isWithin } from '../scheduling/taskTree';
import { orStateError } from '../state/orStateError';
import { LastVerification } from '../turn/context/lastVerification';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import { familyStatuses } from './familyStatuses';
import type { OpenedPlace, PlaceRequest, TaskPlace } from './openedPlace';
import { storeOfPlace } from './placeStore';
import { setUpWorktree } from './setUpWorktree';

/** A place after a turn. */
export interface LeftPlace extends Pick<PlaceRequest, 'config' | 'plan'> {
  readonly worktree: Worktree;
  readonly landed: { readonly merged: string } | undefined;
}

/** The places of a run: the workspace, and with `isolate` a worktree for each task with its subtasks. */
export class TaskPlaces {
  private readonly verifications = new Map<string, LastVerification>();

  constructor(
    private readonly deps: OrchestrationDeps,
    /** As in `LandingQueue`. */
    private readonly whileStill: SerialQueue,
  ) {}

  /** Opens the place of a task; makes and sets up its worktree first where that is due. */
  async open(request: PlaceRequest): Promise<OpenedPlace> {
    const { isolation } = request.config;
    if (isolation === undefined) return { kind: 'open', place: this.home() };
    const { countsOn } = request.plan;
    const worktree = await orStateError(async () => {
      const opened = await this.deps.worktrees.open(countsOn, {
        copy: isolation.copy,
        whileStill: this.whileStill,
      });
      await this.takeInWorkspace(opened, request, isolation.land);
      return opened;
    });
    if (worktree instanceof StateError)
      return { kind: 'blocked', reason: withoutFullStop(worktree.message), remedy: RESUME };
    const place = this.placeIn(worktree, request);
    return (await setUpWorktree(place.deps, worktree, request)) ?? { kind: 'open', place };
  }

  /**
   * After a turn in a worktree: removes it once the task with its subtasks is finished; after a landing, what has landed
   * is no change of the task any more. Never rejects: what fails is made up for when the worktree is opened or cleaned up.
   */
  async leave({ config, plan, worktree, landed }: LeftPlace): Promise<void> {
    const { store, worktrees, observer } = this.deps;
    const failed = await orStateError(async () => {
      if (isOver(store, config, plan.countsOn)) await worktrees.remove(plan.countsOn);
      else if (landed !== undefined && config.isolation?.land !== 'branch')
        await worktree.bringTo({ base: landed.merged, files: landed.merged });
    });
    if (failed instanceof StateError) observer.onWarning(failed.message);
  }

  private home(): TaskPlace {
    const { deps } = this;
    return {
      deps,
      history: storeOfPlace(deps.store, { kind: 'workspace' }),
      lastVerification: this.verificationIn(''),
    };
  }

  private placeIn(worktree: Worktree, { config, plan }: PlaceRequest): TaskPlace {
    const { deps } = this;
    const { directory, variables, workspace, checkpoints, repository } = worktree;
    const place = { directory, variables };
    const { countsOn } = plan;
    const owns = (taskId: string): boolean => isWithin(config, taskId, countsOn);
    return {
      worktree,
      deps: {
        ...deps,
        ...{ workspace, checkpoints, repository },
        agent: { run: (request, signal) => deps.agent.run({ ...request, place }, signal) },
        verifier: {
          verify: (request, signal) => deps.verifier.verify({ ...request, place }, signal),
        },
      },
      history: storeOfPlace(deps.store, { kind: 'worktree', countsOn, owns }),
      lastVerification: this.verificationIn(directory),
    };
  }

  private verificationIn(directory: string): LastVerification {
    const known = this.verifications.get(directory) ?? new LastVerification();
    this.verifications.set(directory, known);
    return known;
  }

  /** After a conflict, what the workspace has by now becomes a part of the worktree, with marks where both differ. */
  private async takeInWorkspace(
    worktree: Worktree,
    { config, plan }: PlaceRequest,
    land: LandingMode,
  ): Promise<void> {
    const { store } = this.deps;
    const last = selectCounted(store.listTurns(plan.countsOn)).findLast(
      ({ taskId }) => taskId === plan.task.id,
    );
    if (last?.exit?.by !== 'landing') return;
    const artefacts = artefactsOf(store, config);
    const merged = await this.whileStill(() => worktree.merge(landingTarget(land), artefacts));
    if (merged.kind === 'conflict')
      await worktree.bringTo({ base: merged.onto, files: merged.merged });
  }
}

/** Whether the task and its subtasks are done, so that their worktree holds nothing that has not landed. */
function isOver(store: StoreReader, config: DevsConfig, countsOn: string): boolean {
  return familyStatuses(store, config, countsOn).every((status) => status === 'done');
}

/** On what the change of a task lands. */
export function landingTarget(land: LandingMode): LandingTarget {
  return land === 'branch' ? 'head' : 'files';
}

const RESUME = 'Fix this problem, then resume the task.';
