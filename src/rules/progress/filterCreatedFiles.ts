import { seriesOf, seriesOfFolder, seriesOfTested } from './fileSeries';
import { isTemporaryPath } from './isTemporaryPath';

/**
 * Those of the new paths that are a file of their own: neither something that comes and goes nor a
 * further variant of a known file or of one another. In the order given.
 */
export function filterCreatedFiles(
  newPaths: readonly string[],
  known: readonly Iterable<string>[],
): readonly string[] {
  const candidates = newPaths.filter((path) => !isTemporaryPath(path));
  if (candidates.length === 0) return [];
  const series = seriesBeside(candidates, known);
  return candidates.filter((path) => {
    const own = seriesOf(path);
    const tested = seriesOfTested(path);
    const isVariant = series.has(own) || (tested !== undefined && series.has(tested));
    series.add(own);
    return !isVariant;
  });
}

/** Series of the known paths in the folders of the candidates: the others cannot be theirs. */
function seriesBeside(
  candidates: readonly string[],
  known: readonly Iterable<string>[],
): Set<string> {
  const cache = new Map<string, string>();
  const folderSeries = (path: string): string => {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    let series = cache.get(folder);
    if (series === undefined) cache.set(folder, (series = seriesOfFolder(folder)));
    return series;
  };
  const folders = new Set(candidates.map(folderSeries));
  const found = new Set<string>();
  for (const paths of known)
    for (const path of paths) if (folders.has(folderSeries(path))) found.add(seriesOf(path));
  return found;
}
