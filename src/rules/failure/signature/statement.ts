import { isDetail, isSummary, namesFailedTest } from './linePatterns';

/** Words of tests that state the values they compared. */
const WORDS =
  /\b[Ee]xpected\b|\bEXPECTED\b|\b(?:got|have)\b.{1,300}\bwant\b|\bwant\b.{1,300}\b(?:got|have)\b|\bbut was\b|\bto (?:(?:strictly|deeply|loosely) )?(?:equal|eql?|match)\b|\b(?:does|do|did) not (?:equal|match)\b|\bassert(?:[A-Z_]\w{0,40})?[( ]|\bFailed asserting\b/;
/** Such words as the label of a value. */
const LABEL =
  /^(?:E\s{1,8})?\s{0,20}(?:[-+] {0,2})?(?:actual|ACTUAL|Actual|[Rr]eceived|[Gg]ot|[Ww]ant|left|right|DESIRED)(?: \w{1,20}){0,3} ?[:=<]/;
/** A comparison as in code, with a value on either side. */
const COMPARISON = /\S (?:[!=]==?|≠|<>) \S/;

/** Passed tests, which state nothing, regardless of their names. */
const PASSED_TEST =
  /^\s{0,20}(?:[✔✓√] |ok (?:\d|<n>)|PASS\b|--- PASS|\(pass\) |(?:test )?.{1,300} \.\.\. ok(?: \(|$))/;

/** Whether a test states the values that it compared in this line, so that differences are significant. */
export function statesValues(line: string): boolean {
  if (!WORDS.test(line) && !LABEL.test(line) && !COMPARISON.test(line)) return false;
  return !namesTestAlone(line) && !PASSED_TEST.test(line) && !isSummary(line);
}

/** As `statesValues`, for a line of an error, which may also be a difference or a labelled value. */
export function statesValuesInError(line: string): boolean {
  if (statesValues(line)) return true;
  // pytest marks every line of an error by `E`.
  const said = line.replace(/^E {1,8}/, '');
  return isDetail(said) && !namesFailedTest(line) && !isSummary(line);
}

/** Whether the line names only a test; pytest adds the error after the name. */
function namesTestAlone(line: string): boolean {
  return namesFailedTest(line) && !/^(?:FAILED|ERROR) \S.{0,1000} - /.test(line);
}
