import assert from 'node:assert/strict';
import type { AnsweredCalls } from '../../../../src/model/permissions/answeredCalls';
import { describeAnsweredCalls } from '../../../../src/reports/permissions/describeAnsweredCalls';

const REFUSED: AnsweredCalls = {
  ...{ action: 'run `npm install`', allowed: false, by: 'nobody', count: 4 },
  remedy: 'Add `execute(npm install)` under `allow` of `permissions` in devs.yaml',
};
const BY_RULE: AnsweredCalls = {
  ...{ action: 'run `npm test`', allowed: true, by: 'rule', rule: 'execute(npm *)', count: 2 },
};

describe('what a report tells of permissions', () => {
  it('is nothing where no agent asked', () => {
    assert.equal(describeAnsweredCalls(), undefined);
    assert.equal(describeAnsweredCalls([]), undefined);
  });

  it('is how often, by whom, and how to allow what nobody was asked about', () => {
    const told = describeAnsweredCalls([
      REFUSED,
      { action: 'edit `a.js`', allowed: false, by: 'timeout', count: 1 },
      { action: '', allowed: false, by: 'devs', count: 2 },
      BY_RULE,
      { action: 'fetch `x`', allowed: true, by: 'human', count: 1 },
    ]);
    assert.deepEqual(told, {
      summary: '7 calls refused, 3 allowed',
      lines: [
        'Refused 4 times, nobody was there to answer: run `npm install`. To allow it: Add `execute(npm install)` under `allow` of `permissions` in devs.yaml.',
        'Refused once, nobody answered in time: edit `a.js`.',
        'Refused 2 times, you could not be asked: other calls.',
        'Allowed 2 times by the rule `execute(npm *)`: run `npm test`.',
        'Allowed once by you: fetch `x`.',
      ],
    });
    assert.equal(describeAnsweredCalls([BY_RULE])?.summary, '2 calls allowed');
    assert.equal(describeAnsweredCalls([REFUSED])?.summary, '4 calls refused');
  });

  it('names ten of each, and counts the others', () => {
    const many = [false, true].flatMap((allowed) =>
      Array.from({ length: 12 }, (_, n) => ({ ...BY_RULE, allowed, action: `run \`${n}\`` })),
    );
    const { lines = [] } = describeAnsweredCalls(many) ?? {};
    assert.equal(lines.length, 22);
    assert.deepEqual([lines[10], lines[21]], ['Refused 4 other calls.', 'Allowed 4 other calls.']);
  });
});
