/** Words of success in the output of a program. */
const SUCCESS =
  /\b(?:pass(?:ed|es|ing)?|success(?:ful(?:ly)?)?|succeeded|ok|no (?:issues|errors|problems|changes)|0 (?:errors|failed|failures|problems)|up[ -]to[ -]date|compiled|built|done|completed?)\b/i;

/** Whether a text contains words of success. */
export function hasSuccessWords(text: string): boolean {
  return SUCCESS.test(text);
}
