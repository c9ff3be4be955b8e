import type { Doubt } from '../../model/verification/doubt';
import { countOf } from '../../text/count';
import { listSome } from '../../text/list';

/** Names that a sentence lists; the others are counted. */
const MAX_NAMED = 3;

/** Why a pass proves nothing, as clauses: "11 tests ran, 12 before (no longer: cart › sums)". Never empty. */
export function describeDoubts(doubts: readonly Doubt[]): string {
  return doubts.map(describeDoubt).join('; ');
}

function describeDoubt(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'fewerTests': {
      const { ran, before, missing } = doubt;
      const named = missing.length === 0 ? '' : ` (no longer: ${listSome(missing, MAX_NAMED)})`;
      return `${countOf(ran, 'test')} ran, ${before} before${named}`;
    }
    case 'originalFails': {
      const { tests, files, areNew } = doubt;
      const what = tests.length === 0 ? '' : `: ${listSome(tests, MAX_NAMED)}`;
      const named = listSome(files, MAX_NAMED);
      return areNew === true
        ? `the original tests still fail without ${named}${what}`
        : `the original ${named} still fails${what}`;
    }
    case 'originalNotRun':
      return `the original ${listSome(doubt.files, MAX_NAMED)} could not be run: something else took its place`;
    case 'failedTests': {
      const { failed, tests } = doubt;
      const named = tests.length === 0 ? '' : ` (${listSome(tests, MAX_NAMED)})`;
      return `${countOf(failed, 'test')} failed${named}, and it ended as if none had`;
    }
    case 'verificationChanged':
      return `the verification itself was changed: ${listSome(doubt.parts, MAX_NAMED)}`;
    default:
      return doubt satisfies never;
  }
}
