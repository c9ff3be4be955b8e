/** Lines of code that tests reached, of those that they could; `0 <= covered <= total`, `total > 0`. */
export interface LineCount {
  readonly covered: number;
  readonly total: number;
}
