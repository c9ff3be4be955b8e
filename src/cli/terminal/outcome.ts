/** Exit codes of `devs` (docs/cli.md); commands other than `run` know `ok` and `error` only. */
export const EXIT = { ok: 0, error: 1, needsHuman: 2, donePartial: 3, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Result of a command, as text for users and as a JSON document. */
export type Outcome =
  | {
      readonly ok: true;
      /** Whole lines; '' prints nothing. */
      readonly text: string;
      readonly json: unknown;
      /** Whether `json` was printed already, line by line; `text` is '' then. */
      readonly printed?: true;
      /** Absent: 0. */
      readonly exitCode?: ExitCode;
      /** Lines for standard error that belong to the text, not to the result. */
      readonly notes?: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** A refusal, for humans. */
export function failed(message: string): Outcome & { ok: false } {
  return { ok: false, message };
}
