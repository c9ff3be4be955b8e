import type { Containment } from '../../ports/machine';
import { findSubreaper, SUBREAPER_PROGRAMS } from './subreaper';

/** What ends agents' processes on this system. */
export async function findContainment(): Promise<Containment> {
  if (process.platform === 'win32') return { kind: 'descendants' };
  if (process.platform !== 'linux') return { kind: 'searched' };
  const subreaper = await findSubreaper();
  return subreaper === undefined
    ? { kind: 'searched', missing: SUBREAPER_PROGRAMS }
    : { kind: 'adopted', by: subreaper.program };
}
