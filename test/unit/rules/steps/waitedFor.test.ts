import assert from 'node:assert/strict';
import type { Step } from '../../../../src/model/steps/step';
import { watchSteps } from '../../../support/stepTraces';

/** One call, so many times with the same answer. */
function asked(result: string, times: number): readonly Step[] {
  return Array.from({ length: times }, (_, at) => ({
    number: at + 1,
    tool: 'get_release',
    args: '{"id":"shop-7"}',
    result,
    thought: '',
  }));
}

function stuckAt(result: string): number | undefined {
  return watchSteps(asked(result, 14)).find(({ level }) => level === 'stuck')?.step;
}

describe('a state that a service answers', () => {
  it('is waited for up to twelve times while a participle names it, in any field of states', () => {
    for (const answer of [
      '{"readyState":"BUILDING","url":null}',
      '{"import_status":"indexing"}',
      'phase: propagating',
      'State: uploading',
    ])
      assert.equal(stuckAt(answer), 12, answer);
  });

  it('is no wait where it failed or lacks something', () => {
    for (const answer of ['{"state":"failing","url":null}', 'status: missing', 'state: stopped'])
      assert.equal(stuckAt(answer), 3, answer);
  });
});
