/** Lines of a file, from 1; `last` is `first - 1` for text that is inserted before `first`. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** One change of a file, as the arguments of a call state it; all texts are keys (`toTextKey`). */
export interface FileEdit {
  /** The path as the agent wrote it, with other arguments that name the place; '' if unknown. */
  readonly path: string;
  /**
   * What is written: the `file` as a whole, its `end`, given `lines`, or wherever the replaced
   * `text` is.
   */
  readonly target: 'file' | 'end' | 'lines' | 'text';
  /** Present if line numbers are given. */
  readonly lines?: LineRange;
  /** The replaced text; '' if the arguments do not state it. */
  readonly before: string;
  /** The text that is put there. */
  readonly after: string;
}
