import type { OrphanedProcesses } from '../../ports/orphanedProcesses';
import { openTree } from './systemProcesses';

/**
 * Finds remaining processes by the marker that every process of a turn inherits (not on Windows).
 * Waits for the supervisor of a killed runner to do this, and replaces it if it was killed as well.
 */
export const markedProcesses: OrphanedProcesses = {
  end: async (turnIds) => {
    await Promise.all(turnIds.map((turnId) => openTree({ root: undefined, marker: turnId }).end()));
  },
};
