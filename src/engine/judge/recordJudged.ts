import { describeAnswer, type JudgedTurn } from '../../model/judge/judgedTurn';
import type { TurnContext } from '../turn/context/turnFacts';

/** Records that the judge was asked about a turn, and its answer, without the texts of the question. */
export function recordJudged({ journal, plan }: TurnContext, judged: JudgedTurn): void {
  const { about, by, cost } = judged;
  journal.transaction(() => {
    journal.record({
      event: 'judge_asked',
      taskId: plan.task.id,
      data: {
        turn: plan.number,
        ...{ about, by, answer: describeAnswer(judged), ...cost },
        ...(judged.kind === 'undecided' && { why: judged.why, detail: judged.detail }),
        ...(judged.kind === 'decided' && { orchestrator_reasoning: judged.verdict.reasoning }),
        ...(judged.kind === 'decided' && judged.since !== undefined && { since: judged.since }),
      },
    });
  });
}
