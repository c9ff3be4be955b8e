import type { OrchestrationDeps } from '../../engine/turn/context/orchestrationDeps';
import type { Clock } from '../../ports/clock';
import type { ConfigEditor } from '../../ports/configEditor';
import type { ConfigSource } from '../../ports/configSource';
import type { EventLog } from '../../ports/eventLog';
import type { StateFiles } from '../../ports/stateFiles';
import type { OrphanedProcesses } from '../../ports/orphanedProcesses';
import type { Machine } from '../../ports/machine';
import type { PullRequests } from '../../ports/pullRequests';
import type { RunReports } from '../../ports/runReports';
import type { SecretMask } from '../../ports/secretMask';
import type { TaskSources } from '../../ports/taskSources';
import type { Telemetry } from '../../ports/telemetry';
import type { Trials } from '../../ports/trials';
import type { WorkspaceState } from '../../ports/workspaceState';

/** Ports and adapters of an app. */
export interface DevsAppParts {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly configFile: string;
  readonly state: WorkspaceState;
  readonly configSource: ConfigSource;
  readonly clock: Clock;
  readonly adapters: Pick<
    OrchestrationDeps,
    | 'agent'
    | 'verifier'
    | 'workspace'
    | 'hook'
    | 'notifier'
    | 'checkpoints'
    | 'repository'
    | 'embedder'
    | 'models'
    | 'worktrees'
  >;
  readonly configEditor: ConfigEditor;
  readonly taskSources: TaskSources;
  readonly pullRequests: PullRequests;
  readonly mask: SecretMask;
  readonly orphanedProcesses: OrphanedProcesses;
  readonly stateFiles: StateFiles;
  readonly eventLog: EventLog;
  readonly runReports: RunReports;
  readonly telemetry: Telemetry;
  /** Used by `devs doctor` only. */
  readonly machine: Machine;
  readonly trials: Trials;
}
