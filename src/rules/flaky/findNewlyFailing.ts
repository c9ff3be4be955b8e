import { foldTestId } from '../failure/signature/testIds';

/** Failing tests of a verification, and how many tests ran. */
export interface FailingTests {
  /** Ids of all failing tests; shorter than `failed` if the runner does not name them all. */
  readonly failingTests: readonly string[];
  /** Whole numbers >= 0. */
  readonly failed: number;
  readonly passed: number;
}

/**
 * Ids of failing tests that passed in the verification before, and that no changed file is about: the
 * first sign of a flaky test (design §9). Empty if either verification does not name all its failing
 * tests, or another number of tests ran.
 */
export function findNewlyFailing(
  before: FailingTests,
  now: FailingTests,
  changedFiles: readonly string[],
): readonly string[] {
  if (!namesAll(before) || !namesAll(now)) return [];
  if (before.passed + before.failed !== now.passed + now.failed) return [];
  const failedBefore = new Set(before.failingTests.map(foldTestId));
  const stems = changedFiles.map(stemOf).filter((stem) => stem.length > 1);
  return now.failingTests.filter((id) => {
    const folded = foldTestId(id).toLowerCase();
    return !failedBefore.has(foldTestId(id)) && !stems.some((stem) => folded.includes(stem));
  });
}

function namesAll({ failingTests, failed }: FailingTests): boolean {
  return failingTests.length === failed;
}

/** "cart" for "src/cart.ts", "test/cart.test.ts", "shop/test_cart.py" and "shop/cart_test.go". */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const [stem = ''] = name.split('.');
  return stem.replace(/^test_/, '').replace(/_(?:test|tests|spec)$/, '');
}
