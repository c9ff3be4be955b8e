/**
 * Address of the state directory, or of the folder that a report was exported to, as seen from the
 * report's text: '' or with `/` at its end. Goes into links as it is.
 */
export type ReportPlace = string;

/** Beside the other reports in the state directory. */
export const IN_STATE: ReportPlace = '../';
/** At the top of an exported folder. */
export const EXPORTED: ReportPlace = '';
