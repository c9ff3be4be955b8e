import { outputLines } from '../../../src/rules/output/outputLines';
import { failureSignature } from '../../../src/rules/failure/signature/failureSignature';
import {
  compareFailures,
  type FailureSameness,
} from '../../../src/rules/failure/signature/compareFailures';

/** What one run of a command left. */
export interface Printed {
  readonly text: string;
  /** How the program ended, in words. */
  readonly end: string;
}

/** Two runs of one command, and whether they failed for the same reason. */
export interface SignaturePair {
  readonly name: string;
  readonly source: string;
  readonly truth: 'same' | 'different' | 'same though edited';
  /** Both runs failed. */
  readonly failing: boolean;
  readonly first: Printed;
  readonly second: Printed;
  readonly workspace: string;
}

/** How alike the signatures of the two runs are. */
export function samenessOf({ first, second, workspace }: SignaturePair): FailureSameness {
  const [one, two] = [first, second].map(({ text, end }) =>
    failureSignature({ lines: outputLines(text), failingTests: [], end, workspace }),
  );
  return compareFailures(one!, two!);
}
