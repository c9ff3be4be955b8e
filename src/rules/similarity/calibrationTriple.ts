/** A text, the same in other words, and one about the same matter that says something else. */
export type CalibrationTriple = readonly [text: string, again: string, other: string];
