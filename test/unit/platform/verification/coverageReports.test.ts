import assert from 'node:assert/strict';
import { parseReport } from '../../../../src/platform/verification/parseReport';

function linesOf(text: string): readonly [number, number] | undefined {
  const report = parseReport(text);
  return report && 'lines' in report ? [report.lines.covered, report.lines.total] : undefined;
}

function lcov(...records: readonly string[]): string {
  return records.map((record) => `SF:src/a.ts\n${record}\nend_of_record\n`).join('');
}

describe('an LCOV report', () => {
  it('adds up the lines of its files', () => {
    assert.deepEqual(linesOf(`TN:\n${lcov('DA:1,1\nLF:10\nLH:4', 'LF:2\nLH:2')}`), [6, 12]);
  });

  it('counts single lines where no sums follow them', () => {
    assert.deepEqual(linesOf(lcov('DA:1,5\nDA:2,0\nDA:3,1,checksum', 'DA:1,0')), [2, 4]);
  });

  it('overlooks what it does not know, and records inside names', () => {
    const odd = 'FN:1,LF:9\nBRDA:1,0,0,-\nX:1\nLF:2\nLH:1';
    assert.deepEqual(linesOf(lcov(odd).replace('SF:src/a.ts', 'SF:LH:9/DA:1,1')), [1, 2]);
  });

  for (const [what, text] of [
    ['no lines', lcov('LF:0\nLH:0')],
    ['its end missing', 'SF:a\nLF:2\nLH:1\n'],
    ['more hits than lines', lcov('LF:1\nLH:2')],
    ['numbers below zero', lcov('LF:-5\nLH:-6')],
    ['numbers that are none', lcov('LF:many\nLH:1')],
    ['numbers beyond counting', lcov(`LF:${'9'.repeat(400)}\nLH:1`)],
    ['text of another kind', 'SF: San Francisco'],
    ['over half a million records', lcov('LF:1\nLH:1').repeat(130_000)],
  ] as const)
    it(`says nothing with ${what}`, () => assert.equal(linesOf(text), undefined));
});

describe('a Cobertura report', () => {
  it('tells of its counters', () => {
    assert.deepEqual(
      linesOf(
        '<!DOCTYPE coverage SYSTEM "x.dtd"><coverage line-rate="0.9" lines-valid="8" lines-covered="6"/>',
      ),
      [6, 8],
    );
  });

  it('tells of its rate where it has no counters', () => {
    assert.deepEqual(linesOf('<coverage line-rate="0.75"/>'), [0.75, 1]);
    assert.deepEqual(linesOf('<coverage line-rate="1"/>'), [1, 1]);
    assert.deepEqual(linesOf('<coverage line-rate="0"/>'), [0, 1]);
  });

  for (const [what, attributes] of [
    ['no lines', 'lines-valid="0" lines-covered="0" line-rate="1"'],
    ['more covered than there is', 'lines-valid="1" lines-covered="2"'],
    ['a rate over 1', 'line-rate="1.01"'],
    ['a rate that is no number', 'line-rate="NaN"'],
    ['a rate below 0', 'line-rate="-0.5"'],
    ['an endless rate', 'line-rate="Infinity"'],
    ['a rate in another notation', 'line-rate="1e-1"'],
    ['neither', 'generated="1"'],
  ] as const)
    it(`says nothing with ${what}`, () =>
      assert.equal(linesOf(`<coverage ${attributes}><packages/></coverage>`), undefined));
});
