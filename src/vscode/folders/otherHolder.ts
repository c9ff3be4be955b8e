import type { LeaseHolder } from '../../model/workspace/leaseHolder';

/** This process, for comparison with lease holders. */
export interface ThisProcess {
  readonly pid: number;
  readonly host: string;
}

/** The holder of the lease if it is another process than this window. */
export function otherHolder(
  holder: LeaseHolder | undefined,
  self: ThisProcess,
): LeaseHolder | undefined {
  if (holder === undefined) return undefined;
  const ours = holder.pid === self.pid && holder.host === self.host;
  return ours ? undefined : holder;
}
