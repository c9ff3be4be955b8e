import type { JudgeData } from './judgeData';

/** Words for a judge: a model, an evaluator. Excludes words for what programs do with tests ("reviewer", "checker"). */
const WHO = String.raw`(?:judges?|judging|evaluators?|evaluating|graders?|grading|grades?|assessors?|orchestrators?|llms?|assistants?|(?:ai|language|evaluation|reviewing) models?|ai reviewers?)`;
/** Words of orders and obligations. */
const ORDER = String.raw`(?:answer|respond|reply|return|output|say|says|report|treat|consider|count|counts|classify|mark|score|rate|record|conclude|call|accept|set|put|note|tells?|remember|assume|believe|must|should|shall|have to|has to|please|message for|only valid|supposed to)`;
/** Words of its verdicts. */
const MATTER =
  /\b(?:progress\w{0,3}|regress\w{0,5}|external\w{0,2}|outages?|verdicts?|no progress|from outside|mov(?:ed|es) forward|do not count|not (?:the agent'?s|its|my|the) fault)\b/;

const ADDRESSED: readonly RegExp[] = [
  new RegExp(String.raw`\b${WHO}\b.{0,80}\b${ORDER}\b`),
  new RegExp(String.raw`(?:^|[^\w ] ?)${WHO} ?[:,] `),
  new RegExp(String.raw`\b${ORDER}\b.{0,80}\b${WHO}\b`),
  /\b(?:dear|attention|note to|message (?:to|for)|to whoever|for whoever|hey|hello)\b.{0,30}\b(?:judges|grades|evaluates|assesses|judge|grader|evaluator|model|assistant)\b/,
  /\b(?:ignore|disregard|forget|override|overrule|bypass)\b.{0,40}\b(?:instructions?|prompts?|directives?|guidelines|orders|rules|criteria|above|told|said)\b/,
  /\b(?:new|updated|revised|real|actual|additional|final|per|by the)\s(?:system |evaluation |judging |grading )?(?:instructions?|prompt|directive|rules?|policy|rubric)\b/,
  /\byour (?:system )?(?:prompt|instructions?|answer|verdict|rules?|task|warning)\b/,
  /\b(?:rubric|valid verdict|correct (?:verdict|answer)|not data|ground truth|pre ?approved)\b/,
  /\byou (?:are|will|must|should|can|may|have)\b.{0,60}\b(?:answer|say|reply|call|count|grade|judge|evaluate|rate|score|verdict)\b/,
  /<\|[a-z_ ]{3,30}\|>|<<\/?sys>>|\[\/?inst\]|<\/?(?:start|end) of turn>|<\/?(?:system|instructions?|data|document|evidence|untrusted)>/,
  /(?:^|\s)(?:system|developer) ?(?:message|prompt|override|note|notice)? ?:/,
];

/** Keys of the answer: two of them in one text are an answer, not a coincidence. */
const KEYS: readonly RegExp[] = [/\bno ?progress\b/, /\bis ?regressive\b/, /\bexternal\b/];
const KEY_WITH_VALUE =
  /["']?\b(?:no ?progress|is ?regressive)\b["']?.{0,20}\b(?:must|should|has to|shall)\b.{0,10}\b(?:true|false)\b|\b(?:fill in|answer|reply|respond|return)\b.{0,60}\b(?:no ?progress|is ?regressive|external)\b.{0,20}\b(?:true|false|yes|no)\b/;

/**
 * True if a text of an agent or its programs addresses the judge about its decision or states an answer. The judge is
 * then not called, and the rules decide. The control question and the limit of calls cover subtler attempts.
 */
export function addressesJudge(text: string): boolean {
  const plain = flatten(text);
  if (KEYS.filter((key) => key.test(plain)).length >= 2 && /[:=]/.test(plain)) return true;
  if (KEY_WITH_VALUE.test(plain)) return true;
  return MATTER.test(plain) && ADDRESSED.some((pattern) => pattern.test(plain));
}

/** Lower-cases the text on one line and splits names: "tell_the_judge", "noProgress". */
function flatten(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .replace(/(?<!\|)[\s_/\\`*#-]+(?!\|)/g, ' ');
}

/** True if any text of the data except the goal addresses the judge. */
export function dataAddressesJudge({ attempts, current }: JudgeData): boolean {
  return [...attempts, current].some((attempt) =>
    [
      attempt.failure,
      attempt.agentSaysItTried,
      attempt.placeOfFailure,
      ...(attempt.failingTests ?? []),
      ...(attempt.changedFiles ?? []),
    ].some((text) => text !== undefined && addressesJudge(text)),
  );
}
