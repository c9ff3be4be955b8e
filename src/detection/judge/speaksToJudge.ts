import type { JudgeData } from './judgeData';

/**
 * Who judges: a model, an evaluator. Words for what a program does with tests ("reviewer", "checker")
 * are left out.
 */
const WHO = String.raw`(?:judge|evaluator|grader|assessor|orchestrator|(?:ai|language|judging|evaluation|reviewing) model|llm|assistant)`;
/** What it is told to do. */
const TOLD = String.raw`(?:answer|respond|reply|return|output|say|report|treat|consider|count|classify|mark|score|rate|rule|conclude|ignore|disregard|accept|set|note|remember|assume|believe|know)`;

const SPEAKING: readonly RegExp[] = [
  // It is spoken to: "Judge: answer …", "dear evaluator, please count this as …".
  new RegExp(
    String.raw`(?:^|[^\w.])(?:(?:dear|attention|note to|message (?:to|for)|to|for|hey|hello|hi)\s{1,3}(?:the\s|whoever\s|any\s|you,?\s)?(?:\w{1,20}\s)?)${WHO}\b[\s,:;!.–—-]{1,5}(?:.{0,80}\b)?(?:please|you|${TOLD})\b`,
    'i',
  ),
  new RegExp(
    String.raw`(?:^|["'\n(#*>/-]\s{0,3})${WHO}\s{0,2}[:,!–—-]\s{0,3}(?:please\s|you\s|now\s|do not\s|don't\s|just\s){0,3}${TOLD}\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:if|when|since|because|as)\s(?:you are|you're)\s(?:(?:an?|the)\s)?(?:\w{1,20}\s){0,2}(?:${WHO}|judging|evaluating|grading|assessing|reviewing this)\b`,
    'i',
  ),
  // Its answer is dictated: keys of the answer with a value, in any spelling.
  /["'`]?\b(?:no[\s_-]?progress|is[\s_-]?regressive)\b["'`]?\s{0,3}(?:[:=]|(?:must|should|has to|shall|to)\s(?:be\s)?|is\s|->|=>)\s{0,3}["'`]?(?:true|false|yes|no|0|1)\b/i,
  /\b(?:set|put|return|answer|output|report|mark)\b.{0,40}["'`]?\b(?:noProgress|isRegressive|no_progress|is_regressive)\b/i,
  /\b(?:set|return|answer|output|mark|flag|classify)\b.{0,40}\bexternal["'`]?\s{0,3}(?:[:=]|to|as|is)\s{0,3}["'`]?(?:true|yes)\b/i,
  /["'`]external["'`]\s{0,3}:\s{0,3}true\b/,
  // Orders to forget orders.
  /\b(?:ignore|disregard|forget|override|overrule|bypass)\b.{0,30}\b(?:all|any|the|your|every|these|those|previous|prior|above|earlier|preceding)\b.{0,30}\b(?:instructions?|prompts?|directives?|guidelines|orders|criteria|system message)\b/i,
  /\b(?:new|updated|revised|real|actual|additional)\s(?:system\s)?(?:instructions?|prompt|directive|evaluation rules?|judging rules?|grading rules?)\b\s{0,2}[:=]/i,
  // It decides how attempts are counted.
  /\b(?:count|treat|consider|classify|mark|score|rate|regard|record|log)\b.{0,20}\b(?:this|it|the (?:turn|attempt|run|change|result))\b.{0,30}\bas\b.{0,15}\b(?:(?:clear|real|good|genuine|steady|significant|positive)\s)?(?:progress|success|improvement|external|an outage)\b/i,
  /\b(?:do not|don't|never|must not|should not)\s(?:count|treat|consider|classify|mark|score|flag|regard)\b.{0,40}\b(?:attempt|turn|loop|failure|regress|no progress|agent'?s fault|against)\b/i,
  // Marks by which chats are told apart.
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text)\|>/i,
  /<<\/?SYS>>|\[\/?INST\]|<\/?(?:start|end)_of_turn>|<\/(?:data|document|evidence|untrusted|input)>\s{0,3}(?:<|\n|system|now|judge)/i,
  /(?:^|\n)\s{0,3}(?:#{1,4}\s)?(?:system|developer)\s?(?:message|prompt|override|note)?\s{0,2}:\s.{0,120}\b(?:you|answer|respond|judge|verdict|progress|evaluat\w{1,5})\b/i,
];

/**
 * True where a text that an agent or its programs wrote speaks to whoever judges it, or dictates the
 * answer. Such a question is not asked at all; the rules decide. What is subtler is left to the
 * control question.
 */
export function speaksToJudge(text: string): boolean {
  return SPEAKING.some((pattern) => pattern.test(text));
}

/** True where any text of the data but the human's goal does. */
export function dataSpeaksToJudge({ attempts, current }: JudgeData): boolean {
  return [...attempts, current].some((attempt) =>
    [
      attempt.failure,
      attempt.agentSaysItTried,
      attempt.placeOfFailure,
      ...(attempt.failingTests ?? []),
      ...(attempt.changedFiles ?? []),
    ].some((text) => text !== undefined && speaksToJudge(text)),
  );
}
