import type { ExternalKind } from './failure';

/** Source of a refusal: a permission rule of the agent, a person, or the environment (this machine or the network). */
export const REFUSERS = ['agent', 'person', 'environment'] as const;
export type Refuser = (typeof REFUSERS)[number];

/** A call that was refused for a reason that the agent cannot change. */
export interface Refusal {
  readonly by: Refuser;
  readonly kind: ExternalKind;
  /** Name of the tool, secrets masked, `MAX_QUOTE` characters at most. */
  readonly tool: string;
  /**
   * The name that a permission for such calls would use: program and subcommand (`npm install`), else the name of the
   * tool. Secrets masked, at most 80 characters.
   */
  readonly action: string;
  /** The line that reports the refusal, secrets masked, 200 characters at most. */
  readonly words: string;
  /** Host, path or port that was refused; absent if the words name none. */
  readonly subject?: string;
}

/** Calls of one turn that were refused in the same way. */
export interface RefusedCalls {
  readonly refusal: Refusal;
  /** >= 1. */
  readonly count: number;
  /** What a human can do about it, one sentence. */
  readonly remedy: string;
}

/** Verb for such calls: a permission refuses, a network or a disk fails. */
export function refusalVerb({ by, kind }: Refusal): 'was refused' | 'failed' {
  const isRefused = by !== 'environment' || kind === 'permission' || kind === 'authentication';
  return isRefused ? 'was refused' : 'failed';
}
