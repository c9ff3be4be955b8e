/** Folders that hold what programs write, or what somebody only tries out. */
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
 * Whether a path is one of what comes and goes while somebody works: logs, caches, reports, core
 * dumps, backups, scripts to reproduce or to debug something. By its name alone.
 */
export function isTemporaryPath(path: string): boolean {
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
