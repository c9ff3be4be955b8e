import { createEmptyObservation, type Seen } from '../../rules/edges/observe';
import { measureProgress } from '../../rules/progress/measureProgress';
import { changedPaths, fingerprint } from '../../rules/turn/fingerprint';
import type { RoleMemory } from '../../model/hops/roleMemory';
import { NO_HOPS, type Role, type TaskRoles } from '../../model/hops/roles';
import type { Measurement } from '../../model/verification/measurement';
import type { TaskRecord } from '../../model/task/task';
import type { Statements } from '../../model/turn/turn';
import type { WorkspaceSnapshot } from '../../ports/workspace';
import type { LastVerification } from '../../rules/prompts/prompts';
import type { RequestTools } from '../requests/requestTools';
import { openTools } from '../requests/openTools';
import { requireTask } from '../state/requireTask';
import type { HopRecorder } from '../turn/context/hopRecorder';
import type { TurnContext } from '../turn/context/turnFacts';
import type { VerificationEnd } from '../turn/context/verificationEnd';

/** State of the running turn of a task with roles. */
export class RoleTurn {
  readonly tools: RequestTools;
  memory: RoleMemory;
  /** Best measurement so far, of the task and of verifications inside its turns. */
  best: Measurement | undefined;
  /** First measurement of the task, if a verification inside this turn made it. */
  baseline: Measurement | undefined;
  /** Events since the previous hop, without workspace changes. */
  seen: Seen = {};
  /** Changes since the previous hop. */
  news = '';
  /** The workspace at the last inspection. */
  snapshot: WorkspaceSnapshot;
  /** Files that verifications inside the turn wrote. */
  readonly artefacts = new Set<string>();
  /** The last verification by the verify command, and the workspace after it. */
  verified:
    | { readonly run: VerificationEnd; readonly files: WorkspaceSnapshot['files'] }
    | undefined;
  lastVerification: LastVerification | undefined;
  /** Statements of each role's last reply, in order. */
  readonly statements = new Map<Role, Statements>();
  /** The planner's last plan, one line; '' without a plan. */
  strategy = '';
  transcript = '';

  constructor(
    readonly context: TurnContext,
    readonly roles: TaskRoles,
  ) {
    const { deps, plan, before } = context;
    this.tools = openTools(context);
    const root = requireTask(deps.store, plan.countsOn);
    this.memory = memoryOf(root);
    this.best = measureProgress(root.best, this.memory.best).best;
    this.snapshot = before;
    this.lastVerification = plan.promptParts.lastVerification;
  }

  get recorder(): HopRecorder {
    return this.tools.recorder;
  }

  /** Fingerprint of the workspace at the last inspection. */
  state(files: WorkspaceSnapshot['files'] = this.snapshot.files): string {
    return fingerprint(files, this.leftOut());
  }

  /** Paths changed since the start of the turn. */
  changedFiles(): readonly string[] {
    return changedPaths(this.context.before.files, this.snapshot.files, this.leftOut());
  }

  private leftOut(): ReadonlySet<string> {
    return new Set([...this.context.plan.artefacts, ...this.artefacts]);
  }
}

/** Returns the roles' memory of the current strategy; empty if the stored one belongs to another strategy. */
function memoryOf({ roleMemory, strategyNumber }: TaskRecord): RoleMemory {
  if (roleMemory?.strategy === strategyNumber) return roleMemory;
  return {
    strategy: strategyNumber,
    loopCounters: NO_HOPS,
    observed: createEmptyObservation(),
    research: [],
    researchQuality: { lastQuery: '', attemptCount: 0, reasons: '' },
    trail: [],
  };
}
