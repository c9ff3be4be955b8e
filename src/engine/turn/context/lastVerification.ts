import type { Command } from '../../../model/task/task';
import type { VerificationEnd } from './verificationEnd';

type Agents = Extract<VerificationEnd, { readonly kind: 'agents' }>;

/** Remembers the newest verification of this process, so that the same command on the same files is not run again. */
export class LastVerification {
  private last: { readonly key: string; readonly run: Agents } | undefined;

  /** The result of the newest verification, if it ran this command on this workspace fingerprint. */
  find(command: Command, state: string): Agents | undefined {
    return this.last?.key === keyOf(command, state) ? this.last.run : undefined;
  }

  put(command: Command, state: string, run: Agents): void {
    this.last = { key: keyOf(command, state), run };
  }
}

function keyOf(command: Command, state: string): string {
  return JSON.stringify([command, state]);
}
