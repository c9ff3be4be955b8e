/** What a fixture's project really holds: `[passed, failed, errors, skipped]` and the ids; undefined where no run can be read. */
export type Expected =
  | readonly [
      source: string,
      counts: readonly [number, number, number, number],
      ...ids: readonly string[],
    ]
  | undefined;

const mochaFails = [
  'cart totals applies the discount: 10% of 50',
  'cart totals sums prices',
  'checks out',
];
const jestFails = 'fail/cart.test.js › cart › totals › sums prices';
const vitestFails = 'fail/cart.test.ts > cart > totals > sums prices';
const pytestFails = [
  'fail/test_cart.py::TestCart::test_sums_prices',
  'fail/test_cart.py::test_discount[2]',
  'fail/test_cart.py::test_saves',
];
const unittestFails = [
  'un_fail.Cart.test_breaks',
  'un_fail.Cart.test_discount (rate=2)',
  'un_fail.Cart.test_ships_now',
  'un_fail.Cart.test_sums',
];
const goFails = ['example.com/shop/cart TestShips', 'example.com/shop/cart TestTotals/sums_prices'];
const goFailsAll = ['example.com/shop/cart TestAdds', 'example.com/shop/cart TestStartsEmpty'];
const cargoFails = ['tests::totals::discount', 'tests::totals::sums_prices'];
const mavenFails = ['dev.shop.CartTest.breaks', 'dev.shop.CartTest.sums'];

/** By the fixture's path without ".txt"; written from the projects, not from what the reader says. */
export const EXPECTED_RUNS: Readonly<Record<string, Expected>> = {
  'mocha/allPass': ['mocha', [3, 0, 0, 0]],
  'mocha/someFail': ['mocha', [2, 3, 0, 2], ...mochaFails],
  'mocha/dot': ['mocha', [2, 3, 0, 2], ...mochaFails],
  'mocha/list': ['mocha', [2, 3, 0, 2], ...mochaFails],
  'mocha/min': ['mocha', [2, 3, 0, 2], ...mochaFails],
  'mocha/coloured': ['mocha', [2, 3, 0, 2], ...mochaFails],
  'mocha/parallel': ['mocha', [5, 3, 0, 2], ...mochaFails],
  'mocha/threeRuns': ['mocha', [8, 3, 0, 2], ...mochaFails],
  'mocha/allFail': ['mocha', [0, 2, 0, 0], 'cart adds an item', 'cart starts empty'],
  'mocha/skipped': ['mocha', [1, 0, 0, 2]],
  'mocha/bail': ['mocha', [0, 1, 0, 0], 'checks out'],
  'mocha/hookFails': ['mocha', [1, 0, 1, 0], 'cart "before all" hook for "starts empty"'],
  'mocha/brokenFile': ['mocha', [0, 0, 1, 0]],
  'mocha/noTests': ['mocha', [0, 0, 0, 0]],

  'jest/allPass': ['jest', [3, 0, 0, 0]],
  'jest/someFail': ['jest', [2, 1, 0, 2], jestFails],
  'jest/verbose': ['jest', [2, 1, 0, 2], jestFails],
  'jest/coloured': ['jest', [2, 1, 0, 2], jestFails],
  'jest/summary': ['jest', [2, 1, 0, 2]],
  'jest/allFail': [
    'jest',
    [0, 2, 0, 0],
    'all/cart.test.js › cart › adds an item',
    'all/cart.test.js › cart › starts empty',
  ],
  'jest/skipped': ['jest', [1, 0, 0, 3]],
  'jest/brokenFile': ['jest', [1, 0, 1, 0], 'broken/cart.test.js'],
  'jest/onlyBroken': ['jest', [0, 0, 1, 0], 'only/cart.test.js'],
  'jest/emptyFile': ['jest', [0, 0, 1, 0], 'none/empty.test.js'],
  'jest/noTests': undefined,

  'vitest/allPass': ['vitest', [3, 0, 0, 0]],
  'vitest/someFail': ['vitest', [2, 1, 0, 2], vitestFails],
  'vitest/verbose': ['vitest', [2, 1, 0, 2], vitestFails],
  'vitest/dot': ['vitest', [2, 1, 0, 2], vitestFails],
  'vitest/coloured': ['vitest', [2, 1, 0, 2], vitestFails],
  'vitest/v3someFail': ['vitest', [2, 1, 0, 2], vitestFails],
  'vitest/allFail': [
    'vitest',
    [0, 2, 0, 0],
    'all/cart.test.ts > cart > adds an item',
    'all/cart.test.ts > cart > starts empty',
  ],
  'vitest/skipped': ['vitest', [1, 0, 0, 1]],
  'vitest/brokenFile': ['vitest', [1, 0, 1, 0], 'broken/cart.test.ts'],
  'vitest/v3brokenFile': ['vitest', [1, 0, 1, 0], 'broken/cart.test.ts'],
  'vitest/onlyBroken': ['vitest', [0, 0, 1, 0], 'only/cart.test.ts'],
  'vitest/emptyFile': ['vitest', [0, 0, 1, 0], 'none/empty.test.ts'],
  'vitest/unhandled': ['vitest', [1, 0, 1, 0]],
  'vitest/noTests': undefined,

  'nodeTest/allPass': ['node:test', [3, 0, 0, 0]],
  // "checks out" is a test with a failing subtest: node counts both.
  'nodeTest/someFailSpec': [
    'node:test',
    [3, 3, 0, 2],
    'fail/cart.test.js > gets a receipt',
    'fail/cart.test.js > sums prices',
  ],
  'nodeTest/coloured': [
    'node:test',
    [3, 3, 0, 2],
    'fail/cart.test.js > gets a receipt',
    'fail/cart.test.js > sums prices',
  ],
  'nodeTest/someFailTap': [
    'node:test',
    [3, 3, 0, 2],
    'cart > sums prices',
    'checks out > gets a receipt',
  ],
  'nodeTest/plainNode': ['node:test', [0, 2, 0, 0], 'adds an item', 'starts empty'],
  'nodeTest/allFail': [
    'node:test',
    [0, 2, 0, 0],
    'all/cart.test.js > adds an item',
    'all/cart.test.js > starts empty',
  ],
  'nodeTest/brokenFile': ['node:test', [1, 0, 1, 0], 'broken/cart.test.js'],
  'nodeTest/brokenFileTap': ['node:test', [1, 0, 1, 0], '/home/dev/shop/node/broken/cart.test.js'],
  // Node 20 counts a file without tests as a test that passed.
  'nodeTest/noTests': ['node:test', [1, 0, 0, 0]],
  'nodeTest/dot': undefined,

  'tap/tapePasses': ['TAP', [2, 0, 0, 0]],
  'tap/tapeFails': ['TAP', [2, 1, 0, 1], 'the sum'],
  'tap/mochaTap': ['TAP', [2, 3, 0, 2], ...mochaFails],
  'tap/subtests': ['TAP', [2, 1, 0, 2], 'cart > totals > discount'],
  'tap/bailOut': ['TAP', [1, 1, 1, 0], 'sums prices'],
  'tap/cutShort': ['TAP', [2, 0, 1, 0]],
  'tap/noTests': ['TAP', [0, 0, 0, 0]],

  'pytest/allPass': ['pytest', [2, 0, 0, 0]],
  'pytest/someFail': ['pytest', [3, 2, 1, 2], ...pytestFails],
  'pytest/quiet': ['pytest', [3, 2, 1, 2], ...pytestFails],
  'pytest/verbose': ['pytest', [3, 2, 1, 2], ...pytestFails],
  'pytest/coloured': ['pytest', [3, 2, 1, 2], ...pytestFails],
  'pytest/noSummary': ['pytest', [3, 2, 1, 2]],
  'pytest/quieter': undefined,
  'pytest/allFail': [
    'pytest',
    [0, 2, 0, 0],
    'all/test_cart.py::test_adds_an_item',
    'all/test_cart.py::test_starts_empty',
  ],
  'pytest/twice': [
    'pytest',
    [2, 2, 0, 0],
    'all/test_cart.py::test_adds_an_item',
    'all/test_cart.py::test_starts_empty',
  ],
  'pytest/stopped': ['pytest', [0, 1, 0, 0], 'all/test_cart.py::test_starts_empty'],
  'pytest/skipped': ['pytest', [1, 0, 0, 1]],
  'pytest/brokenFile': ['pytest', [0, 0, 1, 0], 'broken/test_cart.py'],
  'pytest/brokenContinues': ['pytest', [1, 0, 1, 0], 'broken/test_cart.py'],
  'pytest/teardownFails': ['pytest', [1, 1, 1, 0], 'setup/test_cart.py::test_buys'],
  'pytest/noTests': ['pytest', [0, 0, 0, 0]],
  'pytest/collectOnly': undefined,

  'unittest/allPass': ['unittest', [2, 0, 0, 0]],
  'unittest/someFail': ['unittest', [1, 4, 0, 2], ...unittestFails],
  'unittest/verbose': ['unittest', [1, 4, 0, 2], ...unittestFails],
  'unittest/allFail': [
    'unittest',
    [0, 2, 0, 0],
    'un_all.Cart.test_adds',
    'un_all.Cart.test_starts_empty',
  ],
  'unittest/coloured': [
    'unittest',
    [0, 2, 0, 0],
    'un_all.Cart.test_adds',
    'un_all.Cart.test_starts_empty',
  ],
  'unittest/skipped': ['unittest', [1, 0, 0, 1]],
  'unittest/brokenFile': ['unittest', [2, 0, 1, 0], 'un_broken'],
  'unittest/setupFails': ['unittest', [1, 0, 1, 0], 'un_setup.Cart.setUpClass'],
  'unittest/noTests': ['unittest', [0, 0, 0, 0]],

  // Without -v, a package that is "ok" is all that is known: two of them.
  'goTest/allPass': ['go test', [2, 0, 0, 0]],
  'goTest/cached': ['go test', [2, 0, 0, 0]],
  'goTest/allPassVerbose': ['go test', [4, 0, 0, 0]],
  'goTest/someFail': ['go test', [1, 2, 0, 0], ...goFails],
  'goTest/someFailVerbose': ['go test', [3, 2, 0, 1], ...goFails],
  'goTest/json': ['go test', [3, 2, 0, 1], ...goFails],
  'goTest/brokenFile': ['go test', [1, 2, 1, 0], 'example.com/shop/broken', ...goFails],
  'goTest/brokenFileVerbose': ['go test', [3, 2, 1, 1], 'example.com/shop/broken', ...goFails],
  'goTest/onlyBroken': ['go test', [0, 0, 1, 0], 'example.com/shop/broken'],
  'goTest/panics': ['go test', [0, 1, 0, 0], 'example.com/shop/cart TestPanics'],
  'goTest/panicsVerbose': ['go test', [1, 1, 0, 0], 'example.com/shop/cart TestPanics'],
  'goTest/setupFails': ['go test', [1, 0, 1, 0], 'example.com/shop/cart'],
  'goTest/allFail': ['go test', [0, 2, 0, 0], ...goFailsAll],
  'goTest/allFailVerbose': ['go test', [0, 2, 0, 0], ...goFailsAll],
  'goTest/noTests': ['go test', [0, 0, 0, 0]],
  'goTest/noMatch': ['go test', [0, 0, 0, 0]],

  'cargoTest/allPass': ['cargo test', [3, 0, 0, 1]],
  'cargoTest/quiet': ['cargo test', [3, 0, 0, 1]],
  'cargoTest/someFail': ['cargo test', [1, 2, 0, 1], ...cargoFails],
  'cargoTest/noFailFast': ['cargo test', [2, 2, 0, 1], ...cargoFails],
  'cargoTest/quietFails': ['cargo test', [2, 2, 0, 1], ...cargoFails],
  'cargoTest/coloured': ['cargo test', [2, 2, 0, 1], ...cargoFails],
  'cargoTest/filtered': ['cargo test', [1, 0, 0, 0]],
  'cargoTest/allFail': ['cargo test', [0, 2, 0, 0], 'tests::adds', 'tests::starts_empty'],
  'cargoTest/brokenFile': ['cargo test', [0, 0, 1, 0], 'shop'],
  'cargoTest/noTests': ['cargo test', [0, 0, 0, 0]],

  'maven/allPass': ['Maven', [3, 0, 0, 0]],
  'maven/someFail': ['Maven', [2, 2, 0, 1], ...mavenFails],
  'maven/quiet': ['Maven', [2, 2, 0, 1], ...mavenFails],
  'maven/coloured': ['Maven', [2, 2, 0, 1], ...mavenFails],
  'maven/allFail': ['Maven', [0, 2, 0, 0], ...mavenFails],
  'maven/skipped': ['Maven', [1, 0, 0, 1]],
  'maven/setupFails': ['Maven', [0, 0, 1, 0], 'dev.shop.CartTest'],
  'maven/brokenFile': ['Maven', [0, 0, 1, 0], 'shop'],
  'maven/modules': ['Maven', [2, 1, 0, 0], 'dev.shop.CartTest.sums'],
  'maven/threads': ['Maven', [2, 1, 0, 0], 'dev.shop.CartTest.sums'],
  'maven/noTests': undefined,

  'gradle/someFail': [
    'Gradle',
    [2, 2, 0, 1],
    'dev.shop.CartTest > breaks',
    'dev.shop.CartTest > sums',
  ],
  'gradle/allFail': ['Gradle', [0, 2, 0, 0], 'dev.shop.CartTest > a', 'dev.shop.CartTest > b'],
  'gradle/setupFails': ['Gradle', [1, 0, 1, 0], 'dev.shop.CartTest > classMethod'],
  'gradle/brokenFile': ['Gradle', [0, 0, 1, 0], ':compileTestJava'],
  'gradle/newerModules': [
    'Gradle',
    [3, 2, 1, 1],
    'CartTest > With a discount > halves(int) > [2] 50',
    'CartTest > sums()',
    'StockTest > initializationError',
  ],
  'gradle/allPass': undefined,
  'gradle/noTests': undefined,

  'wrapped/concurrently': [
    'mocha, jest',
    [2, 3, 0, 2],
    'cart adds an item',
    'cart starts empty',
    jestFails,
  ],
  'wrapped/lerna': ['jest', [3, 1, 1, 2], 'broken/cart.test.js', jestFails],
  'wrapped/turbo': ['pytest, vitest', [4, 2, 2, 2], 'broken/cart.test.ts'],
  'wrapped/dockerCompose': ['go test', [3, 2, 0, 1], ...goFails],
  'wrapped/ciTimes': ['cargo test', [1, 2, 0, 1], ...cargoFails],
  'wrapped/composeOfPnpm': ['mocha', [2, 3, 0, 2], ...mochaFails],
};

/** Fixtures whose program does not name the tests that pass: Go without -v and without -json. */
export const PARTIAL_RUNS: ReadonlySet<string> = new Set(
  [
    'allPass',
    'cached',
    'someFail',
    'brokenFile',
    'onlyBroken',
    'panics',
    'setupFails',
    'allFail',
  ].map((name) => `goTest/${name}`),
);
