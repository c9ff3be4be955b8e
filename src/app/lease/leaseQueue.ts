import type { LeaseHolder } from '../../model/workspace/leaseHolder';
import type { HeldLease, LeaseAttempt, WorkspaceState } from '../../ports/workspaceState';

/**
 * Serialises the use of the lease inside one process, so that a process never competes with
 * itself.
 */
export class LeaseQueue {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly state: WorkspaceState) {}

  /**
   * Runs `work` with the lease and releases it. A lease held by another process is a result, not
   * an error.
   */
  async use<T>(
    work: (lease: HeldLease) => T | Promise<T>,
  ): Promise<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly holder: LeaseHolder }
  > {
    const turn = this.last.then(
      () => this.take(work),
      () => this.take(work),
    );
    this.last = turn;
    return await turn;
  }

  private async take<T>(
    work: (lease: HeldLease) => T | Promise<T>,
  ): Promise<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly holder: LeaseHolder }
  > {
    const attempt: LeaseAttempt = await this.state.acquire();
    if (!attempt.ok) return attempt;
    try {
      return { ok: true, value: await work(attempt.lease) };
    } finally {
      attempt.lease.release();
    }
  }
}
