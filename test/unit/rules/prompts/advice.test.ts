import assert from 'node:assert/strict';
import { advise, type AdviceEvidence } from '../../../../src/rules/prompts/advice';

function turns(...failing: readonly number[]): AdviceEvidence['measured'] {
  return failing.map((failed, index) => ({
    number: index + 1,
    measurement: { passed: 10 - failed, failed, skipped: 0 },
  }));
}

function advised(change: Partial<AdviceEvidence>): string {
  const quiet = { measured: turns(2), best: undefined, foundTests: true, sameFailure: [] };
  return advise({ ...quiet, ...change }).join('\n');
}

describe('advice', () => {
  it('says nothing where there is nothing to say', () => {
    assert.equal(advised({}), '');
  });

  it('goes back to the best turn after two worse turns in a row, also when later ones hold level', () => {
    const measured = turns(3, 2, 4, 5, 5);
    const text = advised({ measured, best: measured[1] });
    assert.match(text, /^The results got worse in turns 3 and 4 \(2 → 4 → 5 failing\)/);
    assert.match(text, /how turn 2 left the files/);
  });

  it('two worse turns before the best one are forgiven', () => {
    const measured = turns(3, 4, 5, 2, 3);
    assert.equal(advised({ measured, best: measured[3] }), '');
  });

  it('goes back where the judge last saw the task move away, and says it once', () => {
    const said = (...movesAway: readonly (boolean | undefined)[]) =>
      movesAway.map((away, index) => ({ number: index + 1, movesAway: away }));
    const best = turns(2)[0];
    assert.equal(
      advised({ judged: said(undefined, undefined, true, true), best }),
      'The judge sees the task moving away from goal in turns 3 and 4. ' +
        'Go back to how turn 1 left the files, the best so far, before you resume.',
    );
    assert.match(advised({ judged: said(true) }), /in turn 1\. .* before turn 1 before you resume/);
    for (const judged of [said(true, false), said(true, undefined, undefined, undefined), said()]) {
      assert.equal(advised({ judged }), '');
    }
    const measured = turns(3, 2, 4, 5);
    const both = advised({ measured, best: measured[1], judged: said(false, false, true, true) });
    assert.equal(both.match(/Go back/g)?.length, 1);
    assert.match(both, /^The results got worse/);
  });

  it('a failure that several turns share wants a hint', () => {
    assert.match(advised({ sameFailure: [2, 3, 5] }), /the same failure: a hint/);
    assert.equal(advised({ sameFailure: [5] }), '');
  });

  it('no tests are a problem of their own; tests that could not run are no lack of tests', () => {
    assert.match(advised({ measured: [], foundTests: false }), /^There are no tests/);
    assert.equal(advised({ measured: [], foundTests: true }), '');
    const covered = [{ number: 1, measurement: { passed: 0, failed: 0, skipped: 0, coverage: 4 } }];
    assert.match(advised({ measured: covered, foundTests: false }), /^There are no tests/);
  });

  it('the loop of the last turn stands before anything general, and its refusal is said once', () => {
    const steps = [{ number: 1, tool: 'Bash', call: 'make', result: '' }];
    const loop = { detector: 'repeated text', steps } as const;
    const text = advised({ loop, sameFailure: [1, 2], foundTests: false, measured: [] });
    assert.match(text, /^The agent only repeats its own words: .*\nThere are no tests/);
    const refusal = {
      by: 'agent',
      kind: 'permission',
      tool: 'Bash',
      action: 'make deploy',
      words: 'not approved',
    } as const;
    const refused = [{ refusal, count: 4, remedy: 'Allow it.' }];
    const blocked = { detector: 'refused call', steps, refusal } as const;
    assert.equal(
      advised({ loop: blocked, refused }),
      'The agent was refused `make deploy` 4 times (not approved). Allow it.',
    );
    assert.match(advised({ loop: blocked }), /^`make deploy` was refused: `not approved`\. Allow/);
  });
});
