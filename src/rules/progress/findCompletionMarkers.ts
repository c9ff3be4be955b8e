import { readGoalNames, findNamedPaths } from './findNamedPaths';
import { seriesOf, seriesOfFolder, seriesOfTested } from './fileSeries';

/** Input for completion markers of a turn without measurement. */
export interface CompletionEvidence {
  /** The task's goal, which names the expected artefacts. */
  readonly goal: string;
  /** Files before and after the turn. */
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  /** Paths that earlier turns of the task changed: a restored file is not new. */
  readonly changedEarlier: ReadonlySet<string>;
  /** Dependencies before and after the turn, as `<manifest>:<name>`. */
  readonly dependenciesBefore: ReadonlySet<string>;
  readonly dependenciesAfter: ReadonlySet<string>;
}

/** Maximum number of sentences per kind; more items are summed up. */
const MAX_SENTENCES = 3;
const MAX_PATH = 120;

/**
 * Completion markers (docs/decisions/loop-detection-algorithm.md §2; design §4, rule 4): expected artefacts that exist,
 * added dependencies, created files; one sentence each for humans. Excludes variants of existing files (`fix2.py`,
 * `fix_final.py`), logs, reports and other temporary files.
 */
export function findCompletionMarkers(evidence: CompletionEvidence): readonly string[] {
  const { goal, before, after, changedEarlier } = evidence;
  const newPaths = [...after].filter((path) => !before.has(path)).sort();
  const known = [before, changedEarlier];
  const named = findNamedPaths(readGoalNames(goal), newPaths, known);
  const alreadyTold = new Set(named);
  const created = filterCreatedFiles(newPaths, known).filter((path) => !alreadyTold.has(path));
  return [
    ...sentences(named.map(shown), {
      one: (path) => `${path}, which the goal names, exists`,
      many: (paths, count) => `${count} paths that the goal names exist, such as ${paths}`,
    }),
    ...sentences(addedDependencies(evidence), {
      one: (dependency) => `added the dependency ${dependency}`,
      many: (dependencies, count) => `added ${count} dependencies, such as ${dependencies}`,
    }),
    ...sentences(created.map(shown), {
      one: (path) => `created ${path}`,
      many: (paths, count) => `created ${count} files, such as ${paths}`,
    }),
  ];
}

interface Wording {
  readonly one: (what: string) => string;
  readonly many: (examples: string, count: number) => string;
}

function sentences(items: readonly string[], { one, many }: Wording): readonly string[] {
  if (items.length <= MAX_SENTENCES) return items.map(one);
  return [many(items.slice(0, MAX_SENTENCES).join(', '), items.length)];
}

/** Lists added dependencies as "zod (package.json)", sorted; none if one only replaced another. */
function addedDependencies(evidence: CompletionEvidence): readonly string[] {
  if (evidence.dependenciesAfter.size <= evidence.dependenciesBefore.size) return [];
  return [...evidence.dependenciesAfter]
    .filter((dependency) => !evidence.dependenciesBefore.has(dependency))
    .sort()
    .map((dependency) => {
      const colon = dependency.indexOf(':');
      return `${shown(dependency.slice(colon + 1))} (${shown(dependency.slice(0, colon))})`;
    });
}

/** Shows a path on one line, shortened in the middle, without control characters. */
function shown(text: string): string {
  const half = MAX_PATH / 2 - 1;
  const short = text.length > MAX_PATH ? `${text.slice(0, half)}…${text.slice(-half)}` : text;
  return short.replace(/[\p{C}\p{Z}]/gu, ' ');
}

/**
 * Filters new paths for files that are neither temporary nor variants of a known file or of each other. Keeps the
 * order.
 */
function filterCreatedFiles(
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

/** Series of the known paths in the folders of the candidates; other folders cannot match. */
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

/** Folders with generated files or experiments. */
const FOLDERS = new Set(
  (
    'node_modules __pycache__ .cache .pytest_cache .mypy_cache .ruff_cache .nyc_output .gradle ' +
    '.next .turbo .tox .venv venv coverage htmlcov dist build out target test-results ' +
    'test-reports playwright-report allure-results crash-reports playground'
  ).split(' '),
);

const NAMES = new Set(
  (
    '.ds_store thumbs.db desktop.ini nohup.out core lcov.info .coverage .eslintcache ' +
    'stdout.txt stderr.txt out.txt err.txt errors.txt'
  ).split(' '),
);

const EXTENSIONS = new Set(
  (
    'log tmp temp bak backup orig rej old swp swo pid out err trace pyc pyo class o obj core dmp ' +
    'stackdump heapsnapshot cpuprofile prof lcov tsbuildinfo'
  ).split(' '),
);

/** Reports of tests and coverage, and outputs that were kept. */
const REPORTS =
  /^(?:(?:.{0,80}[-_.])?(?:report|results?|coverage|junit)|test-.{0,200}|(?:test[-_]?)?output[-_]?\d{0,9})\.(?:xml|json|html|txt|info)$/;

/** What lies in folders that also features are called by. */
const LOGGED =
  /(?:^|\/)(?:logs?|reports?)\/(?:.{1,300}\/)?[^/]{1,255}\.(?:xml|json|html|txt|csv|gz|\d{1,9})$/;

const TRY_FOLDER = /^(?:repro(?!duci)|scratch|tmp|temp(?![a-z]))/;
const TRIES = /^(?:test[-_.]?)?(?:debug(?!ger)|repro(?!duci)|scratch|tmp|temp(?![a-z]))/;

const CORE_DUMP = /^core\.\d{1,10}$/;

/**
 * Whether a path is temporary: logs, caches, reports, core dumps, backups, scripts to reproduce or
 * to debug something. By its name alone.
 */
function isTemporaryPath(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  const name = segments.pop() ?? '';
  return (
    segments.some((folder) => FOLDERS.has(folder) || TRY_FOLDER.test(folder)) ||
    NAMES.has(name) ||
    name.endsWith('~') ||
    (name.includes('.') && EXTENSIONS.has(name.slice(name.lastIndexOf('.') + 1))) ||
    LOGGED.test(path.toLowerCase()) ||
    [REPORTS, TRIES, CORE_DUMP].some((pattern) => pattern.test(name))
  );
}
