import type { FailureSignature } from '../../../../../src/model/failure/failure';
import { outputLines } from '../../../../../src/rules/output/outputLines';
import {
  failureSignature,
  type FailureEvidence,
} from '../../../../../src/rules/failure/signature/failureSignature';

export const WORKSPACE = '/home/dev/shop';

/** The signature of what a program printed that ended with exit code 1 in `WORKSPACE`. */
export function signatureOf(text: string, more: Partial<FailureEvidence> = {}): FailureSignature {
  const evidence = { failingTests: [], end: 'exit code 1', workspace: WORKSPACE };
  return failureSignature({ ...evidence, lines: outputLines(text), ...more });
}
