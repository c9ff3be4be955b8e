import type { FlakyVerification } from '../../model/verification/flaky';
import { listSome } from '../../text/list';

/** "flaky: cart › sums" or "the verification is flaky: it failed, then passed on the same files". */
export function describeFlaky({ tests }: FlakyVerification): string {
  return tests.length === 0
    ? 'the verification is flaky: it failed, then passed on the same files'
    : `flaky: ${listSome(tests, 3)}`;
}
