/** States what a call has to contain. */
const STATES_RULE =
  /\b(?:must|needs?(?: to)?|requires?|required|missing|expects?|expected|should|only accepts?|one of|allowed (?:values?|options?)|at (?:least|most)|instead|mandatory|cannot be (?:empty|null|blank)|without)\b/i;
/** States the accepted values or their form. */
const STATES_VALUES =
  /\b(?:must|should|expected|has) (?:to )?(?:be|have|match|start|end|contain)\b|\b(?:one of|allowed (?:values?|options?)|at (?:least|most)|between|in the (?:form|format)|use \S{1,60} instead)\b/i;
/** A name in marks, as a code word, or next to the word for its kind. */
const NAMES =
  /["'`“‘]([\w.$/-]{2,60})["'`”’]|(?<![\w.-])((?:--[a-z][\w-]{1,40})|[a-z]+(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z]+-)+[A-Z][a-z]+)(?![\w-])|\b(?:column|field|parameter|argument|property|attribute|option|key|header|variable|flag|label|scope|value for)s?:? ([\w.-]{2,60})|([\w.-]{2,60}) (?:is|are) (?:a )?(?:required|missing|mandatory)\b/g;
/** Words that `NAMES` may take for a name. */
const NO_NAME =
  /^(?:is|are|was|were|has|have|must|not|a|an|the|that|this|of|in|for|it|value|field|parameter|argument|which|cannot|can|may|should|and|or|to|with)$/i;

/**
 * Whether a refusal says what the calls have to contain, although none of them does: a name that is
 * in no call, or the accepted values.
 */
export function instructsCaller(
  reason: string,
  calls: readonly { readonly args: string }[],
): boolean {
  if (!STATES_RULE.test(reason)) return false;
  if (STATES_VALUES.test(reason)) return true;
  return [...reason.matchAll(NAMES)].some(([, ...groups]) => {
    const name = groups.find((group) => group !== undefined) ?? '';
    return (
      name !== '' && !NO_NAME.test(name) && calls.every(({ args }) => !includesWord(args, name))
    );
  });
}

/** Whether a text contains a name that is not part of a longer one. */
function includesWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + name.length])) return true;
  }
  return false;
}

function isWordCharacter(character = ' '): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}
