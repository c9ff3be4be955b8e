/**
 * A time at the beginning of a line, as logs, containers and CI put it there: an ISO 8601 date, `T` or
 * a blank, a time to the second or finer, with or without a zone and brackets; one blank behind it
 * belongs to it, so that the line keeps its indentation.
 */
export const LEADING_TIME = /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,Z+:-]{0,16}\]?(?:\s|$)/;
