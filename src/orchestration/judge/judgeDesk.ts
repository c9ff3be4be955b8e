import { isDeepStrictEqual } from 'node:util';
import type { JudgeSettings } from '../../domain/config';
import type { JudgedTurn } from '../../domain/judge';
import type { OrchestrationDeps } from '../orchestrationDeps';
import type { TurnRun } from '../turn/turnRunner';
import { consultJudge, type Consultation } from './consultJudge';
import { ProgressEvaluator } from './progressEvaluator';

interface OpenJudge {
  readonly settings: JudgeSettings;
  readonly evaluator: ProgressEvaluator;
}

/** Reasons that a human can do something about; the others are told with the turn alone. */
const WORTH_A_WARNING: ReadonlySet<string> = new Set([
  'unreachable',
  'not allowed',
  'not there',
  'service failure',
  'nonsense',
  'timeout',
  'rate limit',
]);

/** The judge of a run: opened when first needed, anew when the configuration names another one. */
export class JudgeDesk {
  private open: OpenJudge | undefined;
  private warned = false;

  constructor(private readonly deps: Pick<OrchestrationDeps, 'models' | 'clock' | 'observer'>) {}

  /** The run as it is judged; unchanged where no judge is configured or rules have decided. */
  async consult(turn: Pick<Consultation, 'context' | 'startedAt'>, run: TurnRun): Promise<TurnRun> {
    const settings = turn.context.config.judge;
    if (settings === undefined) return run;
    const { evaluator } = this.judgeFor(settings);
    const judged = await consultJudge({ ...turn, settings, evaluator }, run);
    if (judged.kind === 'counted' && judged.facts.judged !== undefined)
      this.warn(judged.facts.judged);
    return judged;
  }

  private judgeFor(settings: JudgeSettings): OpenJudge {
    if (this.open === undefined || !isDeepStrictEqual(this.open.settings, settings)) {
      const judge = this.deps.models.judge(settings);
      const evaluator = new ProgressEvaluator({ judge, settings, clock: this.deps.clock });
      this.open = { settings, evaluator };
      this.warned = false;
    }
    return this.open;
  }

  private warn(judged: JudgedTurn): void {
    if (this.warned || judged.kind !== 'undecided' || !WORTH_A_WARNING.has(judged.why)) return;
    this.warned = true;
    this.deps.observer.onWarning(`rules alone decide: the judge could not: ${judged.detail}`);
  }
}
