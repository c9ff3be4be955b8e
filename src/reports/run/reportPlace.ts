/**
 * Relative address of the state folder, or of an export folder, from the report: '' or with `/` at its end. Used
 * unchanged in links.
 */
export type ReportPlace = string;

/** Next to other reports in the state folder. */
export const IN_STATE: ReportPlace = '../';
/** At the top of an exported folder. */
export const EXPORTED: ReportPlace = '';
