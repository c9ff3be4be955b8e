import { failureSignature } from '../failure/signature/failureSignature';
import type { FailureSignature } from '../../model/failure/failure';

/** The signature of stated blockers, so that they are compared as failures are. Not for an empty list. */
export function blockerSignature(blockers: readonly string[]): FailureSignature {
  return failureSignature({ lines: blockers, failingTests: [], end: '', workspace: '/' });
}
