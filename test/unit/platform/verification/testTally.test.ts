import assert from 'node:assert/strict';
import { couldNotRun, shortPath, testId } from '../../../../src/platform/verification/testTally';

describe('the id of a test', () => {
  it('names what is around it, the outermost first, without empty parts', () => {
    assert.equal(testId(['', 'cart', ' ', 'adds\n\tup\0']), 'cart › adds up');
  });

  it('is one line of 300 characters at most, none of them half', () => {
    assert.equal(testId(['a'.repeat(5_000)]).length, 300);
    assert.equal(testId([`${'a'.repeat(299)}💥`]), `${'a'.repeat(299)}\uFFFD`);
    assert.equal(testId(['a\u2028b']), 'a b');
  });

  it('has the last two parts of a path, wherever the workspace lies', () => {
    assert.equal(shortPath('/home/dev/shop/test/cart.test.js'), 'test/cart.test.js');
    assert.equal(shortPath('C:\\shop\\test\\cart.test.js'), 'test/cart.test.js');
    assert.equal(shortPath('cart.test.js'), 'cart.test.js');
  });
});

describe('what failed without being a test', () => {
  it('is named after a script or a hook', () => {
    for (const name of [
      'test/a.test.js',
      '/ws/a.mts',
      'a.spec.tsx',
      '"after each" hook',
      'x "before all" hook for "a"',
    ])
      assert.ok(couldNotRun(name), name);
    for (const name of ['reads a.js', 'a.json', 'js', 'the "before all" hooks', ''])
      assert.ok(!couldNotRun(name), name);
  });
});
