const NONE =
  '(?:none|nothing|nope|no|n/?a|nil|null|false|zero|0|empty|unblocked|resolved|all clear|not (?:blocked|applicable|yet|done)|no longer blocked|nobody)';
const QUALITY =
  '(?:current|currently|known|open|remaining|outstanding|further|external|hard|more|new|other|active|real|actual|major|critical|technical)';
const OBSTACLE =
  '(?:blockers?|blocking (?:issues?|problems?|items?)|blocks?|impediments?|obstacles?|blockages?|issues?|problems?)';
const ADDED =
  '(?:(?:at|in) (?:the|this) (?:moment|time|point|stage)|so far|currently|right now|now|yet|any ?more|any longer|here|left|remaining|remain|for now|known|found|identified|encountered|reported|to report|exists?|whatsoever|really)';

/**
 * A whole clause that denies a blocker: "none", "no blockers at the moment", "I am not blocked".
 */
const NO_BLOCKER = new RegExp(
  String.raw`^(?:(?:currently|there (?:is|are)|there's|i have|i see|we have)\s){0,2}(?:${NONE}|(?:no|zero|none of the|not any|nothing|without(?: any)?) (?:${QUALITY} ){0,3}${OBSTACLE}|nothing (?:is |currently |is currently )?(?:blocks?|blocked|blocking)(?: me| us| this| it| the task| progress)?|(?:nothing|none)(?: is| are)? (?:missing|needed|required)|(?:i am|i'm|i’m|i was|we are|we're|we were) (?:currently )?(?:not|no longer|never) (?:currently )?blocked)(?: ${ADDED}){0,3}$`,
  'i',
);

/** Placeholders copied from instructions: `<what>`, `{{reason}}`, "…". */
const PLACEHOLDER =
  /^(?:<[^<>]*>|\{\{[^{}]*\}\}|\{(?:what|why|reason|description|text)\}|\[(?:what|why|reason|description|text|\.\.\.|…)[^\]]*\]|…|\.{2,}|[\s\p{P}\p{S}])+$/iu;
const PLACEHOLDER_FIRST =
  /^<(?:what|why|who|reason|description|describe|blocker|thing|text|one|a|an|the|your)\b[^<>]*>/i;

/** Exceptions that revoke the denial: "none, but the API is down". */
const BUT = /^(?:but|except|apart|besides|other than|however|only|until|save)\b/i;

/** True for a statement without content ("none", "not blocked") and for a placeholder. */
export function isEmptyStatement(said: string): boolean {
  if (said === '' || PLACEHOLDER.test(said) || PLACEHOLDER_FIRST.test(said)) return true;
  const text = said.replace(/^[([{"'*_`\s]+/, '');
  const clause = /^[^.,;:()[\]{}!–—]*?(?=[.,;:()[\]{}!–—]|\s-+\s|$)/.exec(text)?.[0] ?? '';
  const rest = text.slice(clause.length).replace(/^[\s\p{P}]+/u, '');
  const bare = clause.replace(/["'*_`\s]+$/, '');
  return NO_BLOCKER.test(bare) && !BUT.test(rest);
}
