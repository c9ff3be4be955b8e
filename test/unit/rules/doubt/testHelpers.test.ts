import assert from 'node:assert/strict';
import { isTestHelper } from '../../../../src/rules/doubt/testHelpers';

describe('a source file that only serves tests', () => {
  for (const text of [
    "import { expect } from 'vitest';\nexport const free = (n) => expect(n).toBe(0);\n",
    "const { mock } = require('node:test');\n",
    'import chai from "chai";\n',
    'import pytest\n\n\ndef equal(got, want):\n    if got != want:\n        pytest.fail()\n',
    'from unittest import mock\n',
    'package check\n\nimport "testing"\n\nfunc Equal(t *testing.T, a, b int) {}\n',
    'package check\n\nimport (\n\t"fmt"\n\t"testing"\n)\n',
    'import static org.assertj.core.api.Assertions.assertThat;\n',
  ])
    it(`is one with ${JSON.stringify(text.slice(0, 40))}`, () =>
      assert.equal(isTestHelper(text), true));

  for (const [what, text] of [
    [
      'an assertion library of Node, which code uses as well',
      "import assert from 'node:assert';\n",
    ],
    [
      'tests beside code',
      "import { it } from 'vitest';\nexport const a = 1;\nit('a', () => {});\n",
    ],
    ['tests beside code in Python', 'import unittest\n\n\nclass A(unittest.TestCase):\n    pass\n'],
    ['a configuration', "import { defineConfig } from 'vitest/config';\n"],
    ['the word alone', "// Tests import 'vitest'.\nexport const testing = 1;\n"],
    ['nothing', ''],
  ] as const)
    it(`is none with ${what}`, () => assert.equal(isTestHelper(text), false));

  it('is decided at once for hostile text', () => {
    for (const text of ['import ', ' ', 'require(', 'class A('])
      assert.equal(isTestHelper(text.repeat(500_000)), false);
    for (const text of ['\n', 'import\n', '\nclass A('])
      assert.equal(isTestHelper(`import 'chai';\n${text.repeat(500_000)}`), true);
    assert.equal(isTestHelper('\n'.repeat(500_000)), false);
  });
});
