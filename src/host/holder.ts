import type { LeaseHolder } from '../domain/lease';

/** The process that looks at a lease. */
export interface Self {
  readonly pid: number;
  readonly host: string;
}

/** The holder of the lease when it is somebody else than this window. */
export function otherHolder(holder: LeaseHolder | undefined, self: Self): LeaseHolder | undefined {
  if (holder === undefined) return undefined;
  const ours = holder.pid === self.pid && holder.host === self.host;
  return ours ? undefined : holder;
}

/** "in a terminal (pid 42)" or "in another window (pid 42)". */
export function describeHolder(holder: LeaseHolder): string {
  const where = holder.who === 'terminal' ? 'in a terminal' : 'in another window';
  return `${where} (pid ${holder.pid})`;
}
