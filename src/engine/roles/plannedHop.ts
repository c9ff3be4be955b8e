import type { WorkingRole } from '../../model/hops/roles';

/** One hop decided by the planner. */
export interface PlannedHop {
  readonly number: number;
  readonly role: WorkingRole;
  readonly request: string;
}
