import type { AgentDefinition } from '../model/config/config';
import type { Role } from '../model/hops/roles';
import type { AgentLimit, AgentRefusedCall, StepEvent } from '../model/steps/step';
import type { StreamCoverage } from '../model/steps/streamCoverage';
import type { PermissionAnswer, PermissionRequest } from '../model/permissions/permission';
import type { AgentSession } from '../model/turn/agentSession';
import type { ProcessEnd } from '../model/turn/turn';
import type { UsageReport } from '../model/usage/usage';
import type { WorkPlace } from './worktrees';

export interface AgentRequest {
  readonly definition: AgentDefinition;
  readonly taskId: string;
  readonly turnId: string;
  /** Number of the turn; of a call after a turn, that turn. */
  readonly turn: number;
  /** Name of the call in the turn, such as "03-coder", for the transcript's name; absent: its only one. */
  readonly call?: string;
  /** Its role, passed as `DEVS_ROLE`; absent if the task has no roles. */
  readonly role?: Role;
  /** Absent: the workspace. */
  readonly place?: WorkPlace;
  /** Directives; '' for none. */
  readonly systemPrompt: string;
  readonly prompt: string;
  /** Id of the session to continue; absent: a new one. */
  readonly session?: string;
  /** Called for each step as it happens, if the agent's definition sets `steps`. Must not throw. */
  readonly onStep?: (event: StepEvent) => void;
  /** Called when the agent has started, with a function that lets its time limit stand still until the one that it returns is called. */
  readonly onTimer?: (wait: () => () => void) => void;
  /**
   * Called when the agent can be spoken to while it works: the function interrupts it with a text, and gives false if it
   * cannot any more.
   */
  readonly onSpeaker?: (say: (text: string) => boolean) => void;
  /**
   * Decides about an action that the agent asks permission for; absent: all are refused. `signal` aborts when the agent
   * no longer waits. Must not reject.
   */
  readonly onPermission?: (
    request: PermissionRequest,
    signal: AbortSignal,
  ) => Promise<PermissionAnswer>;
}

export interface AgentResult {
  readonly end: ProcessEnd;
  /** The final text: standard output, or the answer in its event stream; at most the last MB. */
  readonly reply: string;
  /**
   * The end of standard error, at most 4 KB, followed by at most as much of the failure in the agent's event stream.
   */
  readonly errorTail: string;
  /** Why it failed, according to its event stream only; absent if unknown. */
  readonly failure?: string;
  /** Name of the transcript file in the state folder; '' if none was written. */
  readonly transcript: string;
  /** Coverage of its event stream; absent if its definition names no format. */
  readonly stream?: StreamCoverage;
  /** The agent's own limit that ended it, according to its event stream; absent for none. */
  readonly ownLimit?: AgentLimit;
  /** When the limits of its plan that it met are reset, the last of them; absent if its event stream reports none. */
  readonly limitResetsAt?: Date;
  /** The agent's session; absent if it names none. */
  readonly session?: AgentSession;
  /** Calls that the agent itself refused, from the summary in its event stream; absent for none. */
  readonly denied?: readonly AgentRefusedCall[];
  /** What it said that it used; absent for nothing. */
  readonly usage?: UsageReport;
  /** Why Devs stopped it for a budget, a clause; absent if it did not. Set by the engine. */
  readonly usedUp?: string;
}

/** Runs one agent for one turn. Never rejects: failures are in `end`. */
export interface Agent {
  /**
   * Resolves when the agent and all processes that it started have ended. An aborted signal ends the tree at once and
   * gives `cancelled`.
   */
  run(request: AgentRequest, signal: AbortSignal): Promise<AgentResult>;
}
