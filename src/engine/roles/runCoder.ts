import { askRole } from './askRole';
import type { RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import type { PlannedHop } from './plannedHop';

/** Runs a hop to the coder. */
export async function runCoder(turn: RoleTurn, hop: PlannedHop): Promise<RoleEnd | undefined> {
  const answer = await askRole(turn, hop);
  return answer.ok ? undefined : answer.end;
}
