/**
 * A time at the beginning of a line, as logs, containers and CI print it: an ISO 8601 date, `T` or a blank, a time to
 * the second or finer, with or without zone and brackets. Includes one blank after it, so that the line keeps its
 * indentation.
 */
export const LEADING_TIME = /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,Z+:-]{0,16}\]?(?:\s|$)/;
