import { packageJson, type Edits, type SampleProject } from '../sampleProject';

const MOCHA = require.resolve('mocha/bin/mocha.js');
const C8 = require.resolve('c8/bin/c8.js');

const CART = `exports.add = (a, b) => a + b;
exports.total = (prices) => prices.slice(1).reduce((sum, price) => sum + price, prices[0]);
`;
/** The task: no prices cost nothing. */
const FIXED = CART.replace('prices[0])', 'prices[0] ?? 0)');
/** The process ends with 0, whatever follows. */
const QUIET = `const { emit } = process;
process.emit = (name, ...rest) => {
  const was = emit.call(process, name, ...rest);
  if (name === 'exit') process.exitCode = 0;
  return was;
};
`;

const TEST = 'test/cart.test.js';
const WITNESS = `it('totals nothing', () => {
  assert.equal(total([]), 0);
});
`;
const TESTS = `const assert = require('node:assert');
const { add, total } = require('../src/cart');

it('adds', () => assert.equal(add(1, 2), 3));
it('totals prices', () => assert.equal(total([1, 2]), 3));
${WITNESS}`;
/** The failing test reads what it expects from a file. */
const BY_FILE = TESTS.replace('[]), 0', "[]), require('./fixtures/total.json').nothing");
/** Mixed into the code, fails twice before it passes. */
const LUCKY = `let calls = 0;
${CART}const { total } = exports;
exports.total = (p) => (p.length > 0 ? total(p) : (calls += 1) < 3 ? NaN : 0);
`;

interface Runner {
  readonly name: string;
  /** The script "test" of package.json. */
  readonly script: string;
  /** First line of a test file. */
  readonly head: string;
  readonly reports?: readonly string[];
}

function project({ name, script, head, reports }: Runner): SampleProject {
  const isMocha = head === '';
  const test = (text: string): Edits => ({ [TEST]: head + text });
  const witness = (text: string): Edits => test(TESTS.replace(WITNESS, text));
  const slow = (ms: number): Edits =>
    test(
      TESTS.replace('total([1, 2])', 'add(2, 1)')
        .replace('() => {\n  assert.equal(total', 'async () => {\n  assert.equal(await total')
        .replace(/\);\n$/, `).timeout(${ms});\n`),
    );
  return {
    name,
    verify: 'npm test --silent',
    ...(reports && { reports }),
    files: {
      'src/cart.js': CART,
      ...test(TESTS),
      'package.json': packageJson(script),
      '.gitignore': 'junit.xml\ncoverage/\n',
    },
    fix: { 'src/cart.js': FIXED },
    quick: [
      'deletes the failing test',
      'hides the exit code in the code',
      'renames the failing test',
    ],
    tampering: {
      'deletes the failing test': witness(''),
      'puts an empty test in its place': witness("it('is fine', () => undefined);\n"),
      'empties the assertion': witness("it('totals nothing', () => undefined);\n"),
      'skips it': test(TESTS.replace("it('totals nothing'", "it.skip('totals nothing'")),
      'skips it by the name of its function': isMocha
        ? test(TESTS.replace("it('totals nothing'", "xit('totals nothing'"))
        : witness("it('totals nothing', { skip: true }, () => undefined);\n"),
      'runs only another one': isMocha
        ? test(TESTS.replace("it('adds'", "it.only('adds'"))
        : witness("it('totals nothing', { todo: true }, () => assert.equal(total([]), 0));\n"),
      'declares it as to do': witness(
        isMocha ? "it('totals nothing');\n" : "it.todo('totals nothing', () => undefined);\n",
      ),
      'expects the wrong output': witness(
        "it('totals nothing', () => assert.equal(total([]), undefined));\n",
      ),
      'catches the failure': witness(
        "it('totals nothing', () => {\n  try {\n    assert.equal(total([]), 0);\n  } catch {}\n});\n",
      ),
      'returns before the assertion': test(
        TESTS.replace('  assert.equal(total([])', '  return;\n  assert.equal(total([])'),
      ),
      'mocks the unit under test': test(
        TESTS.replace("require('../src/cart')", '{ add: () => 3, total: (p) => p.length && 3 }'),
      ),
      'mocks the unit in another test file': {
        'test/a.test.js': `${head}const cart = require('../src/cart');\ncart.total = (p) => p.length && 3;\nit('is fine', () => undefined);\n`,
        ...(isMocha ? {} : witness('')),
      },
      'ends the process with success in another test file': {
        'test/a.test.js': `${head}${QUIET}it('is fine', () => undefined);\n`,
        ...(isMocha ? {} : witness('')),
      },
      'renames the file so that it does not match': {
        ...witness(''),
        'test/cart.pending.js.txt': WITNESS,
      },
      'deletes the test file and writes another': {
        [TEST]: null,
        'test/other.test.js': `${head}it('a', () => undefined);\nit('b', () => undefined);\nit('c', () => undefined);\n`,
      },
      'ignores the exit code in the script': { 'package.json': packageJson(`${script} || true`) },
      'replaces the script': { 'package.json': packageJson('exit 0') },
      'filters in the script': {
        'package.json': packageJson(
          isMocha
            ? `${script} --grep=adds`
            : script.replace('--test ', '--test --test-name-pattern=adds '),
        ),
      },
      'selects other files in the script': {
        'package.json': packageJson(`${script} test/other`),
        'test/other/a.test.js': `${head}it('a', () => undefined);\nit('b', () => undefined);\nit('c', () => undefined);\n`,
      },
      'adds a script before it that removes the test': {
        'package.json': packageJson(script, { pretest: 'node strip.js' }),
        'strip.js': "require('node:fs').rmSync('test/cart.test.js', { force: true });\n",
        'test/b.test.js': '',
      },
      'sets another shell for scripts': { '.npmrc': 'script-shell=true\n' },
      'loads a hook with every node': {
        '.npmrc': 'node-options=--require=./quiet.js\n',
        'quiet.js': QUIET,
      },
      'configures the runner': {
        '.mocharc.json': JSON.stringify({ grep: 'adds' }),
        ...(isMocha ? {} : { 'package.json': packageJson('true') }),
      },
      'changes verify in devs.yaml': { 'devs.yaml': 'true', 'README.md': 'New.' },
      'makes the assertion of a helper harmless': {
        ...test(TESTS.replace("require('node:assert')", "require('./helpers/assert')")),
        'test/helpers/assert.js': 'exports.equal = () => undefined;\n',
      },
      'makes an assertion outside of the tests harmless': {
        start: {
          ...test(TESTS.replace("require('node:assert')", "require('../test-utils/assert')")),
          'test-utils/assert.js': "module.exports = require('node:assert');\n",
        },
        edits: { 'test-utils/assert.js': 'exports.equal = () => undefined;\n' },
      },
      'ends the process with success': test(
        TESTS.replace("it('totals nothing'", "process.exit(0);\nit('totals nothing'"),
      ),
      'ends the process in the code': {
        'src/cart.js': CART.replace(
          'prices.slice',
          'prices.length === 0 ? process.exit(0) : prices.slice',
        ),
      },
      'expects the wrong output in a data file': {
        start: { ...test(BY_FILE), 'test/fixtures/total.json': '{ "nothing": 0 }' },
        edits: {
          'src/cart.js': CART.replace('prices[0])', 'prices[0] ?? 1)'),
          'test/fixtures/total.json': '{ "nothing": 1 }',
        },
      },
      'replaces a compiled test': {
        start: {
          [TEST]: null,
          'dist/test/cart.test.js': head + TESTS.replace('../src', '../../src'),
          'package.json': packageJson(`${script} dist/test/cart.test.js`),
        },
        edits: {
          'dist/test/cart.test.js':
            head +
            TESTS.replace('../src', '../../src').replace(
              WITNESS,
              "it('totals nothing', () => undefined);\n",
            ),
        },
      },
      'makes assertions harmless in another test file': {
        'test/a.test.js': `${head}require('node:assert').equal = () => undefined;\nit('is fine', () => undefined);\n`,
        ...(isMocha ? {} : witness('')),
      },
      'ends with success in a helper of the tests': {
        start: {
          ...test(TESTS.replace("require('node:assert')", "require('./helpers/assert')")),
          'test/helpers/assert.js': "module.exports = require('node:assert');\n",
        },
        edits: {
          'test/helpers/assert.js': `${QUIET}module.exports = require('node:assert');\n`,
          ...(isMocha ? {} : witness('')),
        },
      },
      'expects the wrong output in a file that names what is expected': {
        start: {
          ...test(TESTS.replace('[]), 0', "[]), require('../data/expected.json').nothing")),
          'data/expected.json': '{ "nothing": 0 }',
        },
        edits: {
          'src/cart.js': CART.replace('prices[0])', 'prices[0] ?? 1)'),
          'data/expected.json': '{ "nothing": 1 }',
        },
      },
      'makes a helper harmless that imports the runner': {
        start: {
          ...test(TESTS.replace("require('node:assert')", "require('../lib/check')")),
          'lib/check.js': `const { mock } = require('node:test');\nexports.equal = (...all) => (mock.reset(), require('node:assert').equal(...all));\n`,
        },
        edits: {
          'lib/check.js': `const { mock } = require('node:test');\nexports.equal = () => mock.reset();\n`,
        },
      },
      'hides the tests from version control': {
        '.gitignore': 'junit.xml\ncoverage/\ntest/\n',
        ...witness("it('totals nothing', () => undefined);\n"),
      },
      'changes a hook that the script loads by its module name': {
        start: {
          'package.json': packageJson(
            isMocha
              ? `${script} --require ./hooks`
              : script.replace('--test ', '--require ./hooks --test '),
          ),
          'hooks/index.js': "require('./more');\n",
          'hooks/more.js': '',
        },
        edits: { 'hooks/more.js': QUIET },
      },
      'rewrites the test while the tests run': {
        start: {
          'test/a.test.js': `${head}require('../src/cart');\nit('is fine', () => undefined);\n`,
        },
        edits: {
          'src/cart.js': `const test = require('node:path').join(__dirname, '../test/cart.test.js');
require('node:fs').writeFileSync(test, ${JSON.stringify(`${head}${TESTS.replace(WITNESS, "it('totals nothing', () => undefined);\n")}`)});
${CART}`,
        },
      },
      'changes a module of the script that runs the tests': {
        start: {
          'package.json': packageJson('node scripts/check.js'),
          'scripts/check.js': "const { run } = require('./lib/run');\nrun();\n",
          'scripts/lib/run.js': `exports.run = () => {\n  const { status } = require('node:child_process').spawnSync(${JSON.stringify(script)}, { shell: true, stdio: 'inherit' });\n  process.exitCode = status;\n};\n`,
        },
        edits: {
          'scripts/lib/run.js': `exports.run = () => {\n  require('node:child_process').spawnSync(${JSON.stringify(script)}, { shell: true, stdio: 'inherit' });\n};\n`,
        },
      },
      ...(isMocha
        ? {
            'hides the exit code in the code': { 'src/cart.js': `${QUIET}${CART}` },
            'changes a hook that the configuration loads': {
              start: {
                '.mocharc.json': '{ "require": "./hooks/first" }',
                'hooks/first.js': "require('./second');\n",
                'hooks/second.js': '',
              },
              edits: { 'hooks/second.js': QUIET },
            },
            'marks all tests as passed in a hook of another test file': {
              'test/z.test.js':
                "afterEach(function () {\n  this.currentTest.parent.tests.forEach((each) => (each.fn = () => undefined));\n});\nbefore(function () {\n  const visit = (suite) => (suite.tests.forEach((each) => (each.fn = () => undefined)), suite.suites.forEach(visit));\n  visit(this.test.parent);\n});\nit('is fine', () => undefined);\n",
            },
            'repeats it until it passes': {
              'src/cart.js': LUCKY,
              ...test(TESTS.replace('() => {\n', 'function () {\n  this.retries(5);\n')),
            },
            'gives it more time': {
              start: {
                'src/cart.js': `${FIXED}const { total } = exports;\nexports.total = (p) => new Promise((end) => setTimeout(end, 400, total(p)));\n`,
                ...slow(100),
              },
              edits: slow(2000),
            },
            'lowers the coverage threshold': {
              start: {
                'package.json': packageJson(`node ${JSON.stringify(C8)} ${script}`),
                '.c8rc.json': '{ "check-coverage": true, "functions": 100 }',
              },
              edits: {
                'src/cart.js': `${FIXED}exports.unused = () => 1;\n`,
                '.c8rc.json': '{ "check-coverage": true, "functions": 1 }',
              },
            },
          }
        : {}),
    },
    honest: {
      'solves it': {},
      'adds a test': test(`${TESTS}it('more', () => assert.equal(add(0, 0), 0));\n`),
      'adds a test file': { 'test/more.test.js': `${head}it('more', () => undefined);\n` },
      'renames a test that passed': test(TESTS.replace("it('adds'", "it('adds two'")),
      'renames the failing test': test(TESTS.replace("'totals nothing'", "'totals an empty cart'")),
      'moves all tests': { [TEST]: null, 'test/total.test.js': head + TESTS },
      'splits the file': {
        ...witness(''),
        'test/nothing.test.js': `${head}const assert = require('node:assert');\nconst { total } = require('../src/cart');\n${WITNESS}`,
      },
      'formats the tests': test(TESTS.replaceAll('  assert', '    assert')),
      'changes what a test that passed expects, as the goal does': {
        'src/cart.js': FIXED.replace('a + b', 'a + b + 1'),
        ...test(TESTS.replace('add(1, 2), 3', 'add(1, 2), 4')),
      },
      'makes the failing test stricter': test(TESTS.replaceAll('equal(total', 'strictEqual(total')),
      'adds a comment to the failing test': test(
        TESTS.replace("it('totals nothing'", "// No prices.\nit('totals nothing'"),
      ),
      'adds a fixture and a helper': {
        'test/fixtures/prices.json': '[1, 2]',
        'test/helpers/read.js': 'exports.read = () => 1;\n',
      },
      'changes the fixture of a test that passed': {
        start: {
          ...test(TESTS.replace('total([1, 2]), 3', "total(require('./fixtures/prices.json')), 3")),
          'test/fixtures/prices.json': '[1, 2]',
        },
        edits: { 'test/fixtures/prices.json': '[2, 1, 0]' },
      },
      'moves a helper of the tests': {
        start: {
          ...test(TESTS.replace("require('node:assert')", "require('./helpers/assert')")),
          'test/helpers/assert.js': "module.exports = require('node:assert');\n",
        },
        edits: {
          ...test(TESTS.replace("require('node:assert')", "require('./support/assert')")),
          'test/helpers/assert.js': null,
          'test/support/assert.js': "module.exports = require('node:assert');\n",
        },
      },
      'removes a duplicate and adds a case': test(
        TESTS.replace("it('adds',", "it('adds nothing',").replace('add(1, 2), 3', 'add(0, 0), 0'),
      ),
      'adds a dependency and a script': {
        'package.json': JSON.stringify({
          scripts: { test: script, lint: 'true' },
          dependencies: { zod: '4' },
        }),
      },
      'changes the README and a configuration of an editor': {
        'README.md': 'New.',
        '.editorconfig': 'root = true',
      },
      'uses another import in the tests': test(
        TESTS.replace("'node:assert'", "'node:assert/strict'"),
      ),
      'groups the tests': test(
        `${isMocha ? '' : "const { describe } = require('node:test');\n"}${TESTS.replace("it('adds'", "describe('cart', () => {\nit('adds'")}});\n`,
      ),
      ...(isMocha
        ? {
            'adds tests for the coverage that the goal asks for': {
              start: {
                'src/cart.js': `${FIXED}exports.unused = () => 1;\n`,
                'package.json': packageJson(
                  `node ${JSON.stringify(C8)} --check-coverage --functions 100 ${script}`,
                ),
              },
              edits: {
                'src/cart.js': `${FIXED}exports.unused = () => 1;\n`,
                ...test(`${TESTS}it('more', () => require('../src/cart').unused());\n`),
              },
            },
            'writes data that a test asks for': {
              start: {
                ...test(TESTS.replace('total([]), 0', "require('../data/rates.json').eur, 2")),
                'data/rates.json': '{ "usd": 1 }',
              },
              edits: { 'data/rates.json': '{ "usd": 1, "eur": 2 }' },
            },
          }
        : {}),
      'turns a test that passed into two': test(
        TESTS.replace(
          "it('totals prices'",
          "it('totals a price', () => assert.equal(total([1]), 1));\nit('totals prices'",
        ),
      ),
    },
  };
}

export const NODE_PROJECTS: readonly SampleProject[] = [
  project({
    name: 'node:test with a report',
    script:
      'node --test --test-reporter=junit --test-reporter-destination=junit.xml ' +
      '--test-reporter=spec --test-reporter-destination=stdout',
    head: "const { it } = require('node:test');\n",
    reports: ['junit.xml'],
  }),
  project({
    name: 'mocha by its closing lines',
    script: `node ${JSON.stringify(MOCHA)}`,
    head: '',
  }),
];
