import assert from 'node:assert/strict';
import {
  compareFailures,
  type FailureSameness,
} from '../../../../../src/rules/failure/signature/compareFailures';
import { BUILDS } from './independentBuilds';
import { COMPILERS } from './independentCompilers';
import { OTHER_RUNNERS } from './independentOtherRunners';
import type { IndependentOutput, Swap } from './independentOutput';
import { SERVICES } from './independentServices';
import { TEST_RUNNERS } from './independentTestRunners';
import { signatureOf } from './signatureOf';

const HOME = '/home/ann/shop';

/** The text with what the swaps put into it; a swap that finds nothing would prove nothing. */
function swapped(text: string, swaps: readonly Swap[]): string {
  return swaps.reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `${JSON.stringify(from)} is in the text`);
    return changed.replaceAll(from, to);
  }, text);
}

/** How alike the failure and its changed text are, each in its own workspace. */
function sameness({ text }: IndependentOutput, swaps: readonly Swap[]): FailureSameness {
  const first = signatureOf(text, { workspace: HOME });
  const second = signatureOf(swapped(text, swaps), { workspace: swapped(HOME, moves(swaps)) });
  return compareFailures(first, second);
}

/** The swap that moves the project to another folder, where there is one. */
function moves(swaps: readonly Swap[]): readonly Swap[] {
  return swaps.filter(([from]) => HOME.startsWith(from));
}

const OUTPUTS = [...TEST_RUNNERS, ...OTHER_RUNNERS, ...COMPILERS, ...BUILDS, ...SERVICES];

describe('failure signatures of tools that nobody tuned them for', () => {
  for (const output of OUTPUTS) {
    describe(output.tool, () => {
      it('is the same failure in another folder, at another time, at other lines', () => {
        assert.notEqual(sameness(output, output.reworded), 'different');
      });

      for (const [from, to] of output.others) {
        it(`is another failure with ${JSON.stringify(to)} for ${JSON.stringify(from)}`, () => {
          assert.equal(sameness(output, [[from, to]]), 'different');
        });
      }
    });
  }

  it('says something of each failure, and never more than a human reads at a glance', () => {
    for (const { tool, text } of OUTPUTS) {
      const { exactMessage } = signatureOf(text, { workspace: HOME });
      assert.ok(exactMessage.trim().length > 0 && exactMessage.length <= 500, tool);
    }
  });
});
