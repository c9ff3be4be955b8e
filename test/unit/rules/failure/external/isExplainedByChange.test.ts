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
      goal: 'Add the totals.',
    },
  );
}

const VAGUE: Readonly<
  Record<
    string,
    {
      readonly goal?: string;
      readonly changed?: Readonly<Record<string, string>>;
      readonly is: boolean;
    }
  >
> = {
  'nothing was changed': { is: false },
  'an unrelated change': { changed: { 'src/a.js': 'export const a = 1503;' }, is: false },
  'a change that answers with the status': {
    changed: { 'src/a.js': 'res.status(503).end();' },
    is: true,
  },
  'a change that says the message': {
    changed: { 'src/a.js': 'throw new Error(`Request failed with status ${code}`)' },
    is: true,
  },
  'documentation about the status': { changed: { 'README.md': '503 is retried' }, is: false },
  'a goal about the status': { goal: 'The health check must not answer 503.', is: true },
  'a goal about the message': { goal: 'Fix "request failed with status code"', is: true },
};

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
      goal: '',
    };
    assert.equal(isExplainedByChange(failure, { ...changes, files: ['src/a.js'] }), false);
    assert.equal(isExplainedByChange(failure, { ...changes, files: ['app/package.json'] }), true);
  });

  for (const [name, { goal = 'Add the totals.', changed = {}, is }] of Object.entries(VAGUE)) {
    it(`a vague statement, ${is ? "the agent's" : 'not explained'}: ${name}`, () => {
      const failure = {
        kind: 'outage',
        message: 'Error: Request failed with status code 503',
        subject: undefined,
        retryAfterMs: undefined,
        handling: 'retry',
        remedy: '',
        vague: true,
      } as const;
      const changes = {
        files: Object.keys(changed),
        texts: new Map(Object.entries<string>(changed)),
        declared: new Set<string>(),
        permittedBefore: false,
        goal,
      };
      assert.equal(isExplainedByChange(failure, changes), is);
    });
  }
});
