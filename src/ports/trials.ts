import type { AgentDefinition } from '../model/config/config';
import type { ProcessEnd } from '../model/turn/turn';
import type { AgentResult } from './agent';
import type { VerifyRequest, VerifyResult } from './verifier';

/** Output of a program with `--version`. */
export interface VersionAnswer {
  readonly end: ProcessEnd;
  /** Standard output, else the end of standard error; may be anything. */
  readonly output: string;
}

export interface AgentTrial {
  readonly definition: AgentDefinition;
  readonly prompt: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** Starts what a run would start, once, without recording it; leaves no processes. Never rejects. */
export interface Trials {
  /** Starts `file` with `--version` where agents run, with these variables on top of the environment. */
  version(
    request: {
      readonly file: string;
      readonly env: Readonly<Record<string, string>>;
      readonly timeoutMs: number;
    },
    signal: AbortSignal,
  ): Promise<VersionAnswer>;
  /** Starts the agent as in a run, in an empty temporary folder that is a repository. */
  agent(trial: AgentTrial, signal: AbortSignal): Promise<AgentResult>;
  /** Runs the command in the workspace; what it writes there stays. */
  verify(request: VerifyRequest, signal: AbortSignal): Promise<VerifyResult>;
}
