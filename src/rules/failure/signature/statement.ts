import { isDetail, isSummary, namesFailedTest } from './linePatterns';

/** Words with which tests state the values that they compared. */
const WORDS =
  /\b[Ee]xpected\b|\bEXPECTED\b|\b(?:got|have)\b.{1,300}\bwant\b|\bwant\b.{1,300}\b(?:got|have)\b|\bbut was\b|\bto (?:(?:strictly|deeply|loosely) )?(?:equal|eql?|match)\b|\b(?:does|do|did) not (?:equal|match)\b|\bassert(?:[A-Z_]\w{0,40})?[( ]|\bFailed asserting\b/;
/** The same as the label of a value. */
const LABEL =
  /^(?:E\s{1,8})?\s{0,20}(?:[-+] {0,2})?(?:actual|ACTUAL|Actual|[Rr]eceived|[Gg]ot|[Ww]ant|left|right|DESIRED)(?: \w{1,20}){0,3} ?[:=<]/;
/** A comparison as a program writes it, with a value on either side. */
const COMPARISON = /\S (?:[!=]==?|≠|<>) \S/;

/** A test that passed states nothing, whatever words stand in its name. */
const PASSED_TEST =
  /^\s{0,20}(?:[✔✓√] |ok (?:\d|<n>)|PASS\b|--- PASS|\(pass\) |(?:test )?.{1,300} \.\.\. ok(?: \(|$))/;

/** True where a test states the values that it compared, in one line: what stands there means something. */
export function statesValues(line: string): boolean {
  if (!WORDS.test(line) && !LABEL.test(line) && !COMPARISON.test(line)) return false;
  return !namesTestAlone(line) && !PASSED_TEST.test(line) && !isSummary(line);
}

/** The same for a line of an error, where also differences and marked values stand. */
export function statesValuesInError(line: string): boolean {
  if (statesValues(line)) return true;
  // pytest marks every line of an error by `E`.
  const said = line.replace(/^E {1,8}/, '');
  return isDetail(said) && !namesFailedTest(line) && !isSummary(line);
}

/** pytest says the error beside the name. */
function namesTestAlone(line: string): boolean {
  return namesFailedTest(line) && !/^(?:FAILED|ERROR) \S.{0,1000} - /.test(line);
}
