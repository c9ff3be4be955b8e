import assert from 'node:assert/strict';
import { parseReport } from '../../../../src/platform/verification/parseReport';

function tap(...text: readonly string[]): object | undefined {
  const report = parseReport(text.join('\n'));
  if (report?.kind !== 'tap') return undefined;
  const { passed, failed, errors, skipped, failingTests } = report.tests;
  return { counts: [passed, failed, errors, skipped], failing: failingTests };
}

describe('a TAP report', () => {
  it('counts passed, failed and skipped points, those to do as skipped', () => {
    const points = ['ok 1 - a', 'not ok 2 - b', 'ok 3 - c # SKIP later', 'not ok 4 - d # TODO'];
    assert.deepEqual(tap('TAP version 14', '1..4', ...points), {
      counts: [1, 1, 0, 2],
      failing: ['b'],
    });
  });

  it('counts the points of subtests instead of the points that sum them up', () => {
    const inner = [
      '    # Subtest: inner',
      '        ok 1 - deep',
      '        1..1',
      '    ok 1 - inner',
    ];
    const outer = [
      '# Subtest: outer',
      ...inner,
      '    not ok 2 - x',
      '    1..2',
      'not ok 1 - outer',
    ];
    assert.deepEqual(tap(...outer, '1..1'), { counts: [1, 1, 0, 0], failing: ['outer › x'] });
  });

  it('takes a subtest that failed although nothing in it did for an error', () => {
    const text = ['# Subtest: a', '    ok 1 - x', '    1..1', 'not ok 1 - a', '1..1'];
    assert.deepEqual(tap(...text), { counts: [1, 0, 1, 0], failing: ['a'] });
  });

  it('counts the tests that were planned and did not run as one error', () => {
    assert.deepEqual(tap('1..900000000', 'ok 1'), {
      counts: [1, 0, 1, 0],
      failing: ['planned tests that did not run'],
    });
  });

  it('counts a bail-out as an error', () => {
    assert.deepEqual(tap('1..3', 'ok 1', 'Bail out! no database'), {
      counts: [1, 0, 1, 0],
      failing: ['Bail out!'],
    });
    assert.deepEqual(tap('# Subtest: a', '    ok 1', '    Bail out!', 'Bail out!'), {
      counts: [1, 0, 1, 0],
      failing: ['Bail out!'],
    });
  });

  it('takes points inside diagnostics for text', () => {
    const text = ['not ok 1 - a', '  ---', '  output: |', '    ok 1', '    ok 2', '  ...', '1..1'];
    assert.deepEqual(tap(...text), { counts: [0, 1, 0, 0], failing: ['a'] });
  });

  it('reads on after diagnostics that never end', () => {
    assert.deepEqual(tap('1..2', 'not ok 1 - a', '  ---', 'ok 2 - b'), {
      counts: [1, 1, 0, 0],
      failing: ['a'],
    });
  });

  it('overlooks what else was printed between the points', () => {
    const text = [
      'okay',
      'ok, then',
      'not okay',
      'pragma +strict',
      'text',
      'ok 1 - a',
      '# x',
      '1..1',
    ];
    assert.deepEqual(tap(...text), { counts: [1, 0, 0, 0], failing: [] });
  });

  it('reads escaped names', () => {
    assert.deepEqual(tap('1..1', 'not ok 1 - a \\# b \\\\ c'), {
      counts: [0, 1, 0, 0],
      failing: ['a # b \\ c'],
    });
  });

  for (const [what, text] of [
    ['no plan, as one that was cut off', 'TAP version 13\nok 1 - a\nok 2 - b'],
    ['nothing but a plan of nothing', 'TAP version 13\n1..0 # skipped'],
    ['text of another kind', 'ok\nI think so\nnot ok\n'],
  ] as const)
    it(`says nothing with ${what}`, () => assert.equal(tap(text), undefined));

  it('says nothing when it is too long to be read at once', () => {
    assert.equal(tap('1..1', 'ok\n'.repeat(200_001)), undefined);
  });
});
