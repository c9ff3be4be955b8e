import type { JudgeVerdict } from '../../model/judge/judgedTurn';
import type { JudgedAttempt, JudgeQuestion } from './judgeQuestion';

/** Effect of a verdict: `progress` resets entropy, `external` makes a turn not count. */
export type VerdictEffect = 'progress' | 'external';

/**
 * Effect of a verdict in the agent's favour, given the question; undefined if it agrees with the
 * rules.
 */
export function findVerdictEffect(
  { about }: Pick<JudgeQuestion, 'about'>,
  { isRegressive, noProgress, external }: JudgeVerdict,
): VerdictEffect | undefined {
  if (about !== 'progress' && external) return 'external';
  if (about !== 'cause' && !isRegressive && !noProgress) return 'progress';
  return undefined;
}

/** A failure without external cause. */
const OWN_FAILURE = {
  exactMessage: 'AssertionError: expected 2 to equal 3',
  errorType: 'assertion',
} as const;

/**
 * Creates a question with a known answer: the same facts and agent texts, followed by an attempt that contradicts the
 * claim. For `progress`, it repeats the judged attempt and changes nothing; for `external`, it fails an assertion in a
 * file that it has just changed. A judge that gives the same verdict follows the texts, not the facts.
 */
export function createControlQuestion(
  question: JudgeQuestion,
  favour: VerdictEffect,
): JudgeQuestion {
  const { current } = question;
  return {
    ...question,
    about: favour === 'progress' ? 'progress' : 'cause',
    judged: current,
    current: favour === 'progress' ? toRepeatedAttempt(current) : toOwnFailure(current),
  };
}

function toRepeatedAttempt(current: JudgedAttempt): JudgedAttempt {
  const { failure, measurement } = current;
  return {
    ...keepAgentTexts(current),
    ...(failure && { failure }),
    ...(measurement && { measurement }),
    unchanged: true,
  };
}

function toOwnFailure(current: JudgedAttempt): JudgedAttempt {
  const [file = 'src/main'] = current.changedFiles ?? [];
  return {
    ...keepAgentTexts(current),
    changedFiles: [file],
    failure: { ...OWN_FAILURE, location: { file } },
  };
}

function keepAgentTexts({ agent, ended, strategy }: JudgedAttempt): JudgedAttempt {
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(ended === undefined ? {} : { ended }),
    ...(strategy === undefined ? {} : { strategy }),
  };
}
