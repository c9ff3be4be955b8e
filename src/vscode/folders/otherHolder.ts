import type { LeaseHolder } from '../../model/workspace/leaseHolder';

/** The process that looks at a lease. */
export interface ThisProcess {
  readonly pid: number;
  readonly host: string;
}

/** The holder of the lease when it is somebody else than this window. */
export function otherHolder(
  holder: LeaseHolder | undefined,
  self: ThisProcess,
): LeaseHolder | undefined {
  if (holder === undefined) return undefined;
  const ours = holder.pid === self.pid && holder.host === self.host;
  return ours ? undefined : holder;
}
