import type { LostSegment, TurnArchive } from './turnArchive';

/** Describes lost old turns, one sentence; undefined if none are lost. */
export function describeLostTurns(archive: TurnArchive): string | undefined {
  const lost = archive.lostSegments();
  if (lost.length === 0) return undefined;
  const files = lost.map(({ entry, problem }) => `${path(archive, entry.file)} (${problem})`);
  const named = files.length > 3 ? `${files.slice(0, 3).join(', ')}, …` : files.join(', ');
  return `${countLostTurns(lost)} cannot be read any more: ${named}. They still count.`;
}

function countLostTurns(lost: readonly LostSegment[]): string {
  const tasks = new Map<string, number>();
  for (const { entry } of lost) {
    for (const [task, turns] of entry.tasks) tasks.set(task, (tasks.get(task) ?? 0) + turns);
  }
  const turns = [...tasks.values()].reduce((sum, each) => sum + each, 0);
  const [first = '', ...others] = tasks.keys();
  const whose = others.length === 0 ? first : `${first} and ${others.length} other tasks`;
  return `${turns} old turns of ${whose}`;
}

function path(archive: TurnArchive, file: string): string {
  return archive.segments?.files.path(file) ?? file;
}
