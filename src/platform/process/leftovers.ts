import type { OrphanedProcesses } from '../../ports/orphanedProcesses';
import { openTree } from './systemProcesses';

/**
 * Finds what is left by the marker that every process of a turn inherits (not on Windows). The
 * supervisor of a killed runner does the same; this waits for it, and does it in its place when
 * that was killed as well.
 */
export const markedLeftovers: OrphanedProcesses = {
  end: async (turnIds) => {
    await Promise.all(turnIds.map((turnId) => openTree(undefined, turnId).end()));
  },
};
