import assert from 'node:assert/strict';
import { isTestCode, isTestFile, isTestInput } from '../../../../src/rules/doubt/testFiles';

const TESTS = [
  'cart.test.js',
  'src/cart.spec.tsx',
  'src/__tests__/cart.js',
  'test/cart.js',
  'tests/unit/cart.py',
  'test_cart.py',
  'shop/cart_test.py',
  'shop/cart_test.go',
  'tests/cart.rs',
  'spec/cart_spec.rb',
  'src/test/java/shop/CartTest.java',
  'Shop.Tests/CartTests.cs',
  'src/__snapshots__/cart.test.js.snap',
  'test/support/server.ts',
  'test/setup.js',
];
const OTHERS = [
  'src/cart.js',
  'src/testing.ts',
  'src/contest.py',
  'latest.js',
  'test/fixtures/cart.json',
  'test/fixtures/cart.js',
  'tests/conftest.py',
  'tests/__init__.py',
  'README.md',
  'attest_go.go',
];

describe('a test file', () => {
  for (const path of TESTS) it(`is ${path}`, () => assert.equal(isTestFile(path), true));
  for (const path of OTHERS) it(`is not ${path}`, () => assert.equal(isTestFile(path), false));

  it('is decided at once for a path of a megabyte', () => {
    assert.equal(isTestFile(`${'test/'.repeat(200_000)}cart.test.js`), true);
    assert.equal(isTestFile('_test'.repeat(200_000)), false);
  });
});

describe('what tests read', () => {
  for (const path of [
    ...TESTS,
    'test/fixtures/cart.json',
    'cart/testdata/total.golden',
    'tests/conftest.py',
    'conftest.py',
    'tests/__init__.py',
    'src/test-utils/assert.js',
    'src/__mocks__/fs.js',
    'data/expected.json',
    'golden/total.txt',
    'api/__snapshots__/cart.yaml',
    'cart.approved.txt',
  ])
    it(`is ${path}`, () => assert.equal(isTestInput(path), true));
  for (const path of [
    'src/cart.js',
    'src/testing.ts',
    'src/contest.py',
    'README.md',
    'src/snapshot.ts',
    'golden/engine.py',
    'data/unexpected.json',
  ])
    it(`is not ${path}`, () => assert.equal(isTestInput(path), false));
});

describe('code beside tests', () => {
  for (const path of [
    ...TESTS,
    'tests/conftest.py',
    'conftest.py',
    'tests/__init__.py',
    '__mocks__/lib.js',
  ])
    it(`is ${path}`, () => assert.equal(isTestCode(path), true));
  for (const path of ['src/cart.js', 'test/fixtures/cart.json', 'testdata/total.golden'])
    it(`is not ${path}`, () => assert.equal(isTestCode(path), false));
});
