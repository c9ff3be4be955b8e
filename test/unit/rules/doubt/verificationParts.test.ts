import assert from 'node:assert/strict';
import {
  listChangedParts,
  readVerificationParts,
  type VerificationParts,
} from '../../../../src/rules/doubt/verificationParts';

type Files = Readonly<Record<string, string>>;

function partsOf(command: string, files: Files): Promise<VerificationParts> {
  const read = (path: string): Promise<string | undefined> =>
    Promise.resolve(Object.hasOwn(files, path) ? files[path] : undefined);
  return readVerificationParts(command, { paths: new Set(Object.keys(files)), read });
}

async function changed(command: string, before: Files, after: Files): Promise<readonly string[]> {
  return listChangedParts(await partsOf(command, before), await partsOf(command, after));
}

const pack = (scripts: object, more: object = {}): string => JSON.stringify({ scripts, ...more });

describe('what a verification is made of', () => {
  it('is the script of package.json that it calls, through others', async () => {
    const before = { 'package.json': pack({ test: 'npm run unit', unit: 'mocha' }) };
    const after = { 'package.json': pack({ test: 'npm run unit', unit: 'mocha || true' }) };
    assert.deepEqual(await changed('npm test', before, after), ['package.json: script "unit"']);
    assert.deepEqual(await changed('npm run --silent unit', before, after), [
      'package.json: script "unit"',
    ]);
    assert.deepEqual(await changed('yarn unit', before, after), ['package.json: script "unit"']);
    assert.deepEqual(await changed('node --run unit', before, after), [
      'package.json: script "unit"',
    ]);
  });

  it('is a script before and after it', async () => {
    const before = { 'package.json': pack({ test: 'mocha' }) };
    const after = { 'package.json': pack({ test: 'mocha', pretest: 'exit 0' }) };
    assert.deepEqual(await changed('npm t', before, after), ['package.json: script "pretest"']);
  });

  it('is not another script, and not a dependency', async () => {
    const before = { 'package.json': pack({ test: 'mocha', build: 'tsc' }) };
    const after = {
      'package.json': pack({ test: 'mocha', build: 'tsc -b' }, { dependencies: { zod: '4' } }),
    };
    assert.deepEqual(await changed('npm test', before, after), []);
  });

  it('is a shell script and what that calls', async () => {
    const before = { 'check.sh': '#!/bin/sh\npython3 tools/run.py', 'tools/run.py': 'run()' };
    const after = { ...before, 'tools/run.py': 'pass' };
    assert.deepEqual(await changed('./check.sh --fast', before, after), ['tools/run.py']);
    assert.deepEqual(await changed('sh check.sh', before, { ...before, 'check.sh': 'exit 0' }), [
      'check.sh',
      'tools/run.py',
    ]);
  });

  it('is no file that it only reads, compiles or compares', async () => {
    const before = { 'out.txt': 'a', 'main.c': 'b', 'out.expected': 'c' };
    const after = { 'out.txt': 'd', 'main.c': 'e', 'out.expected': 'c' };
    for (const command of [
      'test -f out.txt',
      'grep -q done out.txt',
      'gcc main.c -o main && ./main | diff - out.expected',
    ])
      assert.deepEqual(await changed(command, before, after), []);
    assert.deepEqual(
      await changed('diff out.txt out.expected', before, { ...before, 'out.expected': 'd' }),
      ['out.expected'],
    );
  });

  it('is not a test that it names', async () => {
    const before = { 'test/cart.test.js': 'a' };
    const after = { 'test/cart.test.js': 'b' };
    assert.deepEqual(await changed('node --test test/cart.test.js', before, after), []);
  });

  it('is a Makefile', async () => {
    const before = { Makefile: 'test:\n\tpytest' };
    assert.deepEqual(await changed('make test', before, { Makefile: 'test:\n\ttrue' }), [
      'Makefile',
    ]);
  });

  for (const [path, before, after] of [
    ['.mocharc.yml', 'timeout: 100', 'timeout: 1000'],
    ['jest.config.js', 'a', 'b'],
    ['packages/cart/vitest.config.mts', 'a', 'b'],
    ['.c8rc.json', '{"lines":90}', '{"lines":10}'],
    ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = ""', '[tool.pytest.ini_options]'],
    ['setup.cfg', '[tool:pytest]\na = 1', '[tool:pytest]\na = 2'],
    ['pytest.py', '', 'print("1 passed")\n'],
    ['go.work', '', 'use ./other\n'],
    ['go.mod', 'go 1.22\n', 'go 1.22\nreplace example.com/check => ./quiet\n'],
    ['tests/conftest.py', 'import os\n', 'def pytest_runtest_makereport(item):\n    pass\n'],
    ['Cargo.toml', '[package]\n[lib]\ntest = true', '[package]\n[lib]\ntest = false'],
    ['pom.xml', '<plugin>a</plugin>', '<plugin>b</plugin>'],
  ] as const)
    it(`is ${path}`, async () => {
      assert.deepEqual(await changed('npm test', { [path]: before }, { [path]: after }), [path]);
    });

  for (const [path, before, after] of [
    ['pyproject.toml', '[project]\ndependencies = []', '[project]\ndependencies = ["x"]'],
    ['Cargo.toml', '[dependencies]\na = "1"', '[dependencies]\na = "2"'],
    ['pom.xml', '<dependency>a</dependency>', '<dependency>b</dependency>'],
    ['build.gradle', 'test {}\ndependencies { a }', 'test {}\ndependencies { b }'],
    [
      'tests/conftest.py',
      'import pytest\n',
      'import pytest\n\n\n@pytest.fixture\ndef cart():\n    return Cart()\n',
    ],
    ['src/cart.config.js', 'a', 'b'],
    ['node_modules/x/jest.config.js', 'a', 'b'],
  ] as const)
    it(`is not this change of ${path}`, async () => {
      assert.deepEqual(await changed('npm test', { [path]: before }, { [path]: after }), []);
    });

  it('is an automatic fixture of pytest', async () => {
    const before = { 'conftest.py': 'import pytest\n' };
    const after = { 'conftest.py': '@pytest.fixture(autouse=True)\ndef quiet():\n    yield\n' };
    assert.deepEqual(await changed('pytest', before, after), ['conftest.py']);
  });

  it('is a set-up file that a configuration names', async () => {
    const config = {
      'jest.config.js': "module.exports = { setupFiles: ['<rootDir>/test/quiet.js'] }",
    };
    const before = { ...config, 'test/quiet.js': 'a' };
    assert.deepEqual(await changed('jest', before, { ...config, 'test/quiet.js': 'b' }), [
      'test/quiet.js',
    ]);
  });

  for (const [what, command, before, path] of [
    [
      'a hook by its module name',
      'node --require ./hooks --test',
      { 'hooks/index.js': "require('./more')", 'hooks/more.js': 'a' },
      'hooks/more.js',
    ],
    [
      'a module of the script that runs the tests',
      'node scripts/check.js',
      { 'scripts/check.js': "import { run } from './lib/run'", 'scripts/lib/run.ts': 'a' },
      'scripts/lib/run.ts',
    ],
    [
      'what its configuration imports',
      'vitest run',
      { 'vitest.config.ts': "import base from './config/base';", 'config/base.ts': 'a' },
      'config/base.ts',
    ],
    [
      'a set-up file by its module name',
      'vitest run',
      { 'vitest.config.ts': "setupFiles: ['./test/setup']", 'test/setup.ts': 'a' },
      'test/setup.ts',
    ],
    [
      'a plugin of pytest',
      'pytest',
      { 'pytest.ini': '[pytest]\naddopts = -p plugins.quiet', 'plugins/quiet.py': 'a' },
      'plugins/quiet.py',
    ],
    [
      'a plugin that conftest.py names',
      'pytest',
      { 'conftest.py': 'pytest_plugins = [\n  "support.hooks",\n]', 'support/hooks.py': 'a' },
      'support/hooks.py',
    ],
  ] as const)
    it(`is ${what}`, async () => {
      assert.deepEqual(await changed(command, before, { ...before, [path]: 'b' }), [path]);
    });

  for (const [what, command, before, path] of [
    [
      'the code that a check imports',
      'node check.js',
      { 'check.js': "require('./cart')", 'cart.js': 'a' },
      'cart.js',
    ],
    [
      'the code that a check in a folder imports',
      'node scripts/check.js',
      { 'scripts/check.js': "require('../src/cart')", 'src/cart.js': 'a' },
      'src/cart.js',
    ],
    [
      'the code whose coverage a configuration measures',
      'vitest run',
      { 'vitest.config.ts': "coverage: { include: ['src/cart.ts'] }", 'src/cart.ts': 'a' },
      'src/cart.ts',
    ],
    [
      'the code that a configuration imports',
      'vitest run',
      { 'vitest.config.ts': "import { name } from './src/name';", 'src/name.ts': 'a' },
      'src/name.ts',
    ],
    [
      'the code that a fixture uses',
      'pytest',
      {
        'conftest.py': '@pytest.fixture(autouse=True)\ndef fresh():\n    cart.reset()',
        'cart.py': 'a',
      },
      'cart.py',
    ],
  ] as const)
    it(`is not ${what}`, async () => {
      assert.deepEqual(await changed(command, before, { ...before, [path]: 'b' }), []);
    });

  it('is a package in the place of pytest, however empty', async () => {
    assert.deepEqual(await changed('pytest', {}, { 'pytest/__init__.py': '' }), [
      'pytest/__init__.py',
    ]);
  });

  it('ends where modules import each other', async () => {
    const files = { 'scripts/a.js': "import './b'", 'scripts/b.js': "import './a'" };
    assert.equal((await partsOf('node scripts/a.js', files)).size, 3);
  });

  it('is new configuration, and configuration that is gone', async () => {
    assert.deepEqual(await changed('jest', {}, { 'jest.config.js': 'a' }), ['jest.config.js']);
    assert.deepEqual(await changed('jest', { 'jest.config.js': 'a' }, {}), ['jest.config.js']);
  });

  it('is the command itself', async () => {
    assert.deepEqual(listChangedParts(await partsOf('npm test', {}), await partsOf('true', {})), [
      'verify in devs.yaml',
    ]);
  });

  it('survives hostile files', async () => {
    const scripts = { test: 'npm run test', toString: 'npm run __proto__', '': 'x' };
    const loop = { 'package.json': pack(scripts), 'a.sh': 'sh a.sh; sh b.sh', 'b.sh': 'sh a.sh' };
    assert.equal((await partsOf('npm test; sh a.sh', loop)).size, 4);
    for (const text of ['', 'null', '[]', '{', '{"scripts":[]}', '{"scripts":{"test":1}}'])
      assert.equal((await partsOf('npm test', { 'package.json': text })).size, 1);
    const long = 'a '.repeat(2_000_000);
    assert.equal((await partsOf(long, { 'conftest.py': '@'.repeat(1_000_000) })).size, 2);
  });
});
