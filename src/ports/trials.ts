import type { AgentDefinition } from '../model/config/config';
import type { ProcessEnd } from '../model/turn/turn';
import type { AgentResult } from './agent';
import type { VerifyRequest, VerifyResult } from './verifier';

/** Output of a program with `--version`. */
export interface VersionAnswer {
  readonly end: ProcessEnd;
  /** Standard output, else the end of standard error; any text. */
  readonly output: string;
}

export interface AgentTrial {
  readonly definition: AgentDefinition;
  readonly prompt: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** Starts the programs of a run once, without recording; leaves no processes. Never rejects. */
export interface Trials {
  /** Starts `file` with `--version` in the folder of agents, with these variables added to the environment. */
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
  /** Runs the command in the workspace; files that it writes stay. */
  verify(request: VerifyRequest, signal: AbortSignal): Promise<VerifyResult>;
}
