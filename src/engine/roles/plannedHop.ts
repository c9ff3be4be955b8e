import type { WorkingRole } from '../../model/hops/roles';

/** One hop that the planner decided on. */
export interface PlannedHop {
  readonly number: number;
  readonly role: WorkingRole;
  readonly request: string;
}
