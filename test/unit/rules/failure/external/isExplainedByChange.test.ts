import assert from 'node:assert/strict';
import { isExplainedByChange } from '../../../../../src/rules/failure/external/isExplainedByChange';
import { EXPLAINED, NOT_EXPLAINED, type Case } from './corpus/changes';

function explained({ kind, subject, changed, declared, permittedBefore }: Case): boolean {
  return isExplainedByChange(
    {
      kind,
      message: 'x',
      subject,
      retryAfterMs: undefined,
      handling: 'blocked',
      remedy: 'x',
    },
    {
      files: Object.keys(changed),
      texts: new Map(Object.entries(changed)),
      declared: new Set(declared),
      permittedBefore: permittedBefore ?? false,
    },
  );
}

describe('isExplainedByChange', () => {
  for (const [name, one] of Object.entries(EXPLAINED)) {
    it(`the agent's: ${name}`, () => assert.equal(explained(one), true));
  }
  for (const [name, one] of Object.entries(NOT_EXPLAINED)) {
    it(`not explained: ${name}`, () => assert.equal(explained(one), false));
  }
  it('a changed file that could not be read explains by its path alone', () => {
    const failure = {
      kind: 'missing_tool',
      message: '',
      subject: 'jest',
      retryAfterMs: undefined,
      handling: 'blocked',
      remedy: '',
    } as const;
    const changes = {
      texts: new Map<string, string>(),
      declared: new Set<string>(),
      permittedBefore: false,
    };
    assert.equal(isExplainedByChange(failure, { ...changes, files: ['src/a.js'] }), false);
    assert.equal(isExplainedByChange(failure, { ...changes, files: ['app/package.json'] }), true);
  });
});
