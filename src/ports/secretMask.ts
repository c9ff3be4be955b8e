/** Masks the values of secrets wherever Devs writes or reads what a program printed. */
export interface SecretMask {
  /** Whether transcripts keep what programs printed, unmasked. */
  readonly rawTranscripts: boolean;
  /** The text with `mask` (`***` when absent) in place of each secret. */
  text(text: string, mask?: string): string;
  /** A copy of a JSON value with every text in it masked. */
  value<T>(value: T): T;
  /** For the output of one program. */
  output(): OutputMask;
}

/** Masks bytes that arrive in pieces; passes on at once what cannot be the beginning of a secret. */
export interface OutputMask {
  write(chunk: Buffer): Buffer;
  /** Returns the rest. */
  end(): Buffer;
}

/** For what runs without secrets. */
export const MASK_NOTHING: SecretMask = {
  rawTranscripts: false,
  text: (text) => text,
  value: (value) => value,
  output: () => ({ write: (chunk) => chunk, end: () => Buffer.alloc(0) }),
};
