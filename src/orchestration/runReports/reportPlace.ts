/** Where a report's text lies, as the way from there to the state directory or the exported folder. */
export type ReportPlace = '../' | '';

/** Beside the other reports in the state directory. */
export const IN_STATE: ReportPlace = '../';
/** At the top of an exported folder. */
export const EXPORTED: ReportPlace = '';
