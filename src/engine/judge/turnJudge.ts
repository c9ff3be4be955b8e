import type { JudgeSettings } from '../../model/config/config';
import type { JudgedTurn } from '../../model/judge/judgedTurn';
import type { OrchestrationDeps } from '../turn/context/orchestrationDeps';
import type { TurnRun } from '../turn/calls/turnRun';
import { consultJudge, type Consultation } from './consultJudge';
import { ProgressEvaluator } from './progressEvaluator';

/** Reasons that the user can remove; the others are shown only with the turn. */
const WORTH_A_WARNING: ReadonlySet<string> = new Set([
  'unreachable',
  'not allowed',
  'not there',
  'service failure',
  'nonsense',
  'timeout',
  'rate limit',
]);

/** The judge of a run, which keeps it to its end: opened when first needed. */
export class TurnJudge {
  private evaluator: ProgressEvaluator | undefined;
  private warned = false;

  constructor(private readonly deps: Pick<OrchestrationDeps, 'models' | 'clock' | 'observer'>) {}

  /** The run as it is judged; unchanged where no judge is configured or rules have decided. */
  async consult(turn: Pick<Consultation, 'context' | 'startedAt'>, run: TurnRun): Promise<TurnRun> {
    const settings = turn.context.config.judge;
    if (settings === undefined) return run;
    const evaluator = this.evaluatorOf(settings);
    const judged = await consultJudge({ ...turn, settings, evaluator }, run);
    if (judged.kind === 'counted' && judged.facts.judged !== undefined)
      this.warn(judged.facts.judged);
    return judged;
  }

  private evaluatorOf(settings: JudgeSettings): ProgressEvaluator {
    const { models, clock } = this.deps;
    this.evaluator ??= new ProgressEvaluator({ judge: models.judge(settings), settings, clock });
    return this.evaluator;
  }

  private warn(judged: JudgedTurn): void {
    if (this.warned || judged.kind !== 'undecided' || !WORTH_A_WARNING.has(judged.why)) return;
    this.warned = true;
    this.deps.observer.onWarning(
      `the judge could not decide, so only the rules do: ${judged.detail}`,
    );
  }
}
