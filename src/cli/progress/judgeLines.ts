import {
  readJudgeCall,
  describeJudgeCall,
  type JudgeCallFacts,
} from '../../reports/judge/describeJudgeCall';
import { removeReasoning } from '../../reports/judge/describeJudged';
import type { EventOf } from '../../model/events/devsEvent';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** Lines about the judge of a run. */
export interface JudgeLines {
  /**
   * One line when the judge decided, or gave no usable answer; the reason why it is not asked is
   * reported once for each task.
   */
  readonly asked: (event: EventOf<'judge_asked'>) => readonly string[];
  /** The reason of the turn that just ended, without words of the judge that stand above it. */
  readonly reasonOf: (event: EventOf<'turn_ended'>) => string;
}

export function createJudgeLines(style: Style): JudgeLines {
  const unasked = new Set<string>();
  const reasonings = new Map<string, string>();
  return {
    asked: (event) => {
      const facts = readJudgeCall(event);
      if (facts.reasoning !== '') reasonings.set(event.taskId, facts.reasoning);
      const key = `${event.taskId}\n${facts.why}`;
      if (facts.withoutCall && unasked.has(key)) return [];
      if (facts.withoutCall) unasked.add(key);
      return [judgeLine(event, facts, style)];
    },
    reasonOf: ({ taskId, data }) => {
      const reasoning = reasonings.get(taskId) ?? '';
      reasonings.delete(taskId);
      return removeReasoning(data.reason, reasoning);
    },
  };
}

/** "⚖ fix-rounding  turn 4  the judge (qwen3:8b at …) says: no progress  “…”  2 calls, 3.1 s". */
function judgeLine(event: EventOf<'judge_asked'>, facts: JudgeCallFacts, style: Style): string {
  const { turn, answer, reasoning, cost } = facts;
  const words = printableLine(describeJudgeCall(facts));
  return [
    `${style.cyan('⚖')} ${style.bold(printableLine(event.taskId))}`,
    `turn ${turn}`,
    answer === undefined ? style.yellow(words) : words,
    ...(reasoning === '' ? [] : [`“${printableLine(reasoning)}”`]),
    ...(cost === '' ? [] : [style.dim(cost)]),
  ].join('  ');
}
