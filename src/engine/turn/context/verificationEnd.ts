import type { ExternalKind } from '../../../model/failure/failure';
import type { VerifyResult } from '../../../ports/verifier';

/** Result of a verification that was not interrupted. */
export type VerificationEnd = {
  readonly result: VerifyResult;
  readonly lines: readonly string[];
} & (
  | { readonly kind: 'agents' }
  | {
      readonly kind: 'blocked';
      readonly reason: string;
      /** As in `FailureOwner`. */
      readonly remedy: string;
      readonly external?: ExternalKind;
    }
);
