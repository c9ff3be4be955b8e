import type { EventOf } from '../../model/events/devsEvent';
import type { InterventionRecord } from '../../model/run/intervention';
import type { PivotFiles, ReturnedFiles } from '../../model/workspace/pivotFiles';
import { countOf } from '../../text/count';
import { describeTarget } from './describeRewind';

/**
 * Describes what happened to the files at a pivot, without a full stop: "files returned to after turn 2: 3 files
 * changed, 1 kept (src/a.js: you edited it since)". Paths and reasons are complete: renderers escape them.
 */
export function describePivotFiles(files: PivotFiles): string {
  switch (files.kind) {
    case 'due':
      return 'files return before the next turn';
    case 'returned':
      return `files returned ${describeTarget(files.toTurn)}: ${describeCounts(files)}`;
    case 'asTheyAre':
      return `files stay as they are: ${files.why}${describeKept(files)}`;
    default:
      return files satisfies never;
  }
}

/** The rewind that Devs made at a pivot as an entry of the task's history; undefined if no file changed. */
export function toPivotIntervention({
  at,
  data,
}: Pick<EventOf<'pivot_files'>, 'at' | 'data'>): InterventionRecord | undefined {
  if (data.kind !== 'returned') return undefined;
  const { pivotCount: atPivot, status, toTurn } = data;
  const detail = `${describeTarget(toTurn)}, ${describeCounts(data)}`;
  return { at, what: 'rewind', atPivot, from: status, to: status, detail };
}

function describeCounts(files: Extract<ReturnedFiles, { readonly kind: 'returned' }>): string {
  const kept = files.keptCount === 0 ? '' : `, ${files.keptCount} kept${describeKept(files)}`;
  return `${countOf(files.changed, 'file')} changed${kept}`;
}

function describeKept({ kept, keptCount }: ReturnedFiles): string {
  const more = keptCount - kept.length;
  if (kept.length === 0) return '';
  return ` (${[...kept, ...(more > 0 ? [`${more} more`] : [])].join('; ')})`;
}
