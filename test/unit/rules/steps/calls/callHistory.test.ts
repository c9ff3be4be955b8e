import assert from 'node:assert/strict';
import { CallHistory } from '../../../../../src/rules/steps/calls/callHistory';
import { toExcerpt, EXCERPT_END } from '../../../../../src/rules/steps/text/toExcerpt';
import type { ObservedStep } from '../../../../../src/rules/steps/calls/observedStep';

describe('the book of calls', () => {
  let book: CallHistory;
  let number: number;

  beforeEach(() => {
    book = new CallHistory();
    number = 0;
  });

  function see(args: string, result: string, tool = 'bash'): ObservedStep {
    number += 1;
    return book.record({ number, tool, args, result, thought: '' });
  }

  it('knows a call again by its arguments in any form, and a result by what does not vary', () => {
    const first = see('{"path":"a","limit":3}', 'took 12ms', 'look');
    const again = see('{ "limit": 3, "path": "a" }', 'took 88ms', 'look');
    assert.equal(again.call, first.call);
    assert.equal(again.result, first.result);
    assert.deepEqual([first.novelty, again.novelty], ['call', '']);
    assert.equal(see('{"path":"a","limit":3}', 'took too long', 'look').novelty, 'result');
  });

  it('forgets the calls that nobody made for the longest time', () => {
    see('first', 'a');
    see('kept', 'a');
    for (let i = 0; i < 3_000; i += 1) {
      see(`call ${i}`, 'a');
      if (i % 100 === 0) see('kept', 'a');
    }
    assert.equal(see('first', 'a').novelty, 'call');
    assert.equal(see('kept', 'a').novelty, '');
  });

  it('names the newest steps alone, however often a result came', () => {
    let last = see('again', 'a');
    for (let i = 0; i < 500; i += 1) last = see('again', 'a');
    assert.ok(last.result.steps.length <= 50);
    assert.equal(last.result.steps.at(-1), number);
  });

  it('keeps no more of a result of ten megabytes than its ends', () => {
    const whole = `begin${'x'.repeat(10_000_000)}end`;
    const { result } = see('cat big', whole);
    assert.ok(result.text.length <= 2 * EXCERPT_END + 100);
    assert.ok(result.text.startsWith('begin') && result.text.endsWith('end'));
    assert.ok(result.key.length < 100);
    assert.equal(toExcerpt('short'), 'short');
  });

  it('tells long results apart by their length and by both of their ends', () => {
    const long = (begin: string, end: string, filler = 'x'): string =>
      `${begin}${filler.repeat(9_000)}${end}`;
    const first = see('cat big', long('ab', 'yz'));
    assert.equal(see('cat big', long('ab', 'yz')).result, first.result);
    assert.equal(see('cat big', long('qu', 'yz')).novelty, 'result');
    assert.equal(see('cat big', long('ab', 'ow')).novelty, 'result');
    assert.equal(see('cat big', long('ab', 'yz', 'xx')).novelty, 'result');
  });

  it('looks at all of a long result that was measured on purpose', () => {
    const table = (time: string): string => `${'a\n'.repeat(3_000)}${time}\n${'b\n'.repeat(3_000)}`;
    see('npm run bench', table('12.5 ms'));
    assert.equal(see('npm run bench', table('12.6 ms')).novelty, 'result');
    assert.equal(see('npm run bench', table('12.5 ms')).novelty, '');
    see('npm run build', table('12.5 ms'));
    assert.equal(see('npm run build', table('12.6 ms')).novelty, '');
  });

  it('knows a long result again whose text it has forgotten', () => {
    const long = (end: string): string => `${'x'.repeat(50_000)}${end}`;
    const first = see('cat big', long('first'));
    for (let i = 0; i < 300; i += 1) see(`call ${i}`, 'a');
    assert.equal(first.result.text, '');
    assert.equal(see('cat big', long('other')).novelty, 'result');
    assert.equal(see('cat big', long('first')).result, first.result);
    assert.equal(first.result.text, toExcerpt(long('first')));
  });

  it('takes a change for new where it was not made before, and did not fail', () => {
    assert.equal(see('rm a', '').isNewChange, true);
    assert.equal(see('rm a', '').isNewChange, false);
    assert.equal(see('rm b', 'rm: cannot remove b: No such file or directory').isNewChange, false);
    assert.equal(see('cat a', 'text').isNewChange, false);
  });
});
