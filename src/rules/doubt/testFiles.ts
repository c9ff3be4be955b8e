/** Names by which test runners select files, in any folder. */
const TEST_NAME =
  /(?:^|\/)(?:[^/]{1,200}[._-](?:test|tests|spec|cy)\.[cm]?[jt]sx?|(?:test|spec)\.[cm]?[jt]sx?|test_[^/]{1,200}\.py|[^/]{1,200}_tests?\.py|[^/]{1,200}_test\.(?:go|rb|exs|dart|c|cc|cpp)|[^/]{1,200}_spec\.rb|[^/]{1,200}(?:Test|Tests|TestCase|IT|Spec)\.(?:java|kt|kts|groovy|scala|cs|fs|php|swift)|Test[A-Z][^/]{0,200}\.(?:java|kt))$/;
/** Folders whose source files are tests and their helpers. */
const TEST_FOLDER =
  /(?:^|\/)(?:__tests__|tests?|specs?|src\/test\/[^/]{1,100})\/(?:[^/]{1,200}\/)*[^/]{1,200}\.(?:[cm]?[jt]sx?|py|rs|rb|php|exs|java|kt|cs)$/;
const SNAPSHOT = /(?:^|\/)__snapshots__\/[^/]{1,200}$|\.snap$|\.ambr$/;
/** Folders of data that tests read. */
const DATA_FOLDER =
  /(?:^|\/)(?:__tests__|tests?|specs?|testdata|fixtures|__fixtures__|__mocks__|test[-_]?(?:data|utils?|helpers?|support))\//i;
/** What is expected, by the name of a file or its folder: `expected.json`, `golden/total.txt`. */
const EXPECTATION =
  /(?:^|[/._-])(?:expected|expectations?|goldens?|snapshots?|approved)(?:[/._-]|$)/i;
const SOURCE_CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|rb|java|kts?|cs|fs|php|swift|scala|cc?|cpp|hh?|hpp|exs?|dart)$/;
/** Data in test folders, and files that count as configuration of the runner. */
const NO_TEST = /(?:^|\/)(?:conftest\.py|__init__\.py|fixtures?\/.{1,300})$/i;

/** Whether a test runner selects a file of this name by itself, as `cart.test.ts` or `test_cart.py`. */
export function hasTestName(path: string): boolean {
  return TEST_NAME.test(path.slice(-1_000));
}

/** Whether a file holds tests, their helpers or recorded expectations; fixtures are none. */
export function isTestFile(path: string): boolean {
  const name = path.slice(-1_000);
  if (TEST_NAME.test(name) || SNAPSHOT.test(name)) return true;
  return TEST_FOLDER.test(name) && !NO_TEST.test(name);
}

/** Whether a file may decide what a test expects without being one: its data, fixtures, mocks and helpers. */
export function isTestInput(path: string): boolean {
  const name = path.slice(-1_000);
  return (
    isTestFile(path) ||
    DATA_FOLDER.test(name) ||
    (EXPECTATION.test(name) && !SOURCE_CODE.test(name)) ||
    /(?:^|\/)conftest\.py$/.test(name)
  );
}

/** Whether a file can change the outcome of tests by being there: code beside tests, `conftest.py`. */
export function isTestCode(path: string): boolean {
  const name = path.slice(-1_000);
  return (
    isTestFile(path) ||
    TEST_FOLDER.test(name) ||
    /(?:^|\/)(?:conftest\.py|__mocks__\/.{1,500})$/.test(name)
  );
}

/** Whether a file is source code of tests or beside them, which no runner writes: no snapshot and no data. */
export function isTestSource(path: string): boolean {
  const name = path.slice(-1_000);
  return TEST_NAME.test(name) || TEST_FOLDER.test(name) || /(?:^|\/)conftest\.py$/.test(name);
}
