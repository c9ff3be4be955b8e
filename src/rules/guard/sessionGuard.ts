import type { StepLimits } from '../../model/config/stepLimits';
import {
  MAX_SESSION_LOOPS,
  type GuardedLoop,
  type SessionState,
} from '../../model/guard/guardedSession';
import { NO_ANSWER, type AnswerAbilities, type HookAnswer } from '../../model/guard/hookAnswer';
import { isRefusal } from '../../model/guard/refusalTexts';
import { isNote, type SessionCall, type SessionRecord } from '../../model/guard/sessionRecord';
import { MAX_RECENT_STEPS, type Step, type StepVerdict } from '../../model/steps/step';
import type { FindingIdentity } from '../../model/steps/finding';
import { maskSecrets } from '../../text/maskSecrets';
import { capitalise } from '../../text/sentence';
import { visibleLine } from '../../text/visibleText';
import { adviseOnLoop } from '../steps/advice/adviseOnLoop';
import { nameSubject } from '../steps/shown/nameCall';
import { toShownStep } from '../steps/shown/toShownStep';
import { KeptSteps } from '../steps/watch/keptSteps';
import { createStepWatch, type StepWatch } from '../steps/watch/stepWatch';
import { AnswerLadder } from './answerLadder';
import { dismissNewest } from './dismissNewest';
import { EchoFilter } from './echoFilter';
import { adviseUser, describeIdleRounds } from './guardTexts';
import { toLocalPaths, toLocalStep } from './localPaths';
import { IDLE_ROUNDS, RoundWatch } from './roundWatch';
import { SessionSteps } from './sessionSteps';

/** Maximum length of a prompt that is shown, in characters. */
const MAX_ASKED = 300;
/** Maximum length of a prompt that is kept, in characters. */
const MAX_PROMPT = 20_000;

/** A session that ends so soon after Devs stopped it was not quit by its user, in ms. */
const AT_ONCE_MS = 10_000;

/** The session, the limits of the detectors, and what the hooks of its agent can answer. */
export interface GuardOptions {
  /** Id of the session. */
  readonly session: string;
  readonly limits: StepLimits;
  readonly abilities: AnswerAbilities;
}

/** Is told of everything that is found in a session, for a list of all of it. */
export interface GuardListener {
  readonly onStep: (step: Step) => void;
  /** `verdict`: its message as it is told. */
  readonly onSuspicion: (verdict: StepVerdict) => void;
  readonly onLoop: (loop: GuardedLoop, verdict: StepVerdict) => void;
}

/**
 * Reads the records of one session in order, runs the detectors over its steps, and decides what its agent is answered
 * at each. The answer at a record depends on the records up to it alone, so whoever reads the file decides the same.
 * Never throws; in bounded memory.
 */
export class SessionGuard {
  /** The newest prompt, secrets masked, at most `MAX_PROMPT` characters; '' for none. */
  prompted = '';
  private readonly echoes = new EchoFilter();
  private readonly steps = new SessionSteps();
  private readonly rounds = new RoundWatch();
  private readonly ladder: AnswerLadder;
  private readonly dismissed: FindingIdentity[] = [];
  /** A prompt was given since the newest stop. */
  private isPrompted = false;
  private watch: StepWatch;
  private kept = new KeptSteps();
  private recent: readonly Step[] = [];
  private loops: readonly GuardedLoop[] = [];
  private status: 'working' | 'waiting' | 'interrupted' | 'ended' = 'waiting';
  /** Id of the newest prompt. */
  private promptId = '';
  private folder = '';
  private asked = '';
  private startedAt = '';
  private lastAt = '';
  private snoozedUntil = '';
  /** When its agent was last told that its turn is over; ISO 8601. */
  private stoppedAt = '';
  /** It ended before its user could know that Devs stopped it. */
  private isUnconfirmed = false;

  constructor(
    private readonly options: GuardOptions,
    private readonly listener?: GuardListener,
  ) {
    this.ladder = new AnswerLadder(options.abilities, options.session);
    this.watch = this.createWatch();
  }

  /** Takes the next record; returns what its agent is answered. */
  observe(record: SessionRecord): HookAnswer {
    const { at, folder } = record;
    if (this.startedAt === '') this.startedAt = at;
    const sinceLast = Date.parse(at) - Date.parse(this.lastAt);
    if (!isNote(record) || this.lastAt === '') this.lastAt = at;
    if (folder !== undefined) this.folder = folder;
    if (this.echoes.isEcho(record)) return NO_ANSWER;
    switch (record.kind) {
      case 'started':
        // It works on, and has to read again what it no longer knows.
        if (record.compacted === true) this.watch = this.createWatch();
        else this.status = 'waiting';
        break;
      case 'prompt':
        if (record.notice === true) this.wake(record.text);
        else this.prompt(record, sinceLast);
        break;
      case 'call':
        this.status = 'working';
        this.steps.begin(record);
        break;
      case 'result':
        this.status = 'working';
        // Some agents tell of a refused call as of one that ended.
        if (!isRefusal(record.result)) this.result(this.steps.end(record), at);
        break;
      case 'permission':
      case 'request':
        this.status = 'working';
        break;
      case 'stop':
        this.stop(record, at);
        break;
      case 'ended':
        this.end(at);
        break;
      case 'seen':
        this.isUnconfirmed = false;
        return NO_ANSWER;
      case 'not a loop':
        this.dismiss();
        return NO_ANSWER;
      case 'snoozed':
        this.snoozedUntil = record.until;
        this.forgive();
        return NO_ANSWER;
      case 'interrupted':
        if (record.of === this.promptId) this.interrupt();
        return NO_ANSWER;
      case 'checkpoint':
      case 'rewinding':
      case 'rewound':
        return NO_ANSWER;
      default:
        record satisfies never;
        return NO_ANSWER;
    }
    if (record.more === true || this.isSnoozed(at)) return NO_ANSWER;
    const answer = this.ladder.answer(record.kind);
    if (record.kind === 'call' && answer.kind === 'refusal') this.steps.drop(record);
    if (answer.kind !== 'nothing' && this.ladder.isStopped) this.stoppedAt = at;
    // Whatever was to run is not run.
    if (answer.kind === 'end') this.steps.dropAll();
    return answer;
  }

  /** The session after the newest record. */
  get state(): SessionState {
    const { current } = this.steps;
    const { suspicion } = this.watch;
    const isOver = this.status === 'ended';
    const isInterrupted = this.status === 'interrupted';
    const status = this.status === 'interrupted' ? 'waiting' : this.status;
    return {
      status: this.ladder.isStopped && !isOver ? 'stopped' : status,
      ...(isInterrupted && { wasInterrupted: true as const }),
      ...(this.ladder.isStopped && isOver && { wasStopped: true as const }),
      ...(this.ladder.isStopped && (!isOver || this.isUnconfirmed) && { needsYou: true as const }),
      ...{ folder: this.folder, asked: this.asked, steps: this.steps.count },
      ...{ startedAt: this.startedAt, lastAt: this.lastAt, loops: this.loops },
      recent: this.recent.map((step) => toShownStep(toLocalStep(step, this.folder))),
      ...(current && { current: this.toShownCall(current) }),
      ...(suspicion && { suspicion: this.toShownVerdict(suspicion) }),
      ...(this.isSnoozed(this.lastAt) && { snoozedUntil: this.snoozedUntil }),
    };
  }

  private prompt(
    { id, text }: { readonly id: string; readonly text: string },
    sinceLast: number,
  ): void {
    this.status = 'working';
    this.promptId = id;
    this.isPrompted = true;
    this.prompted = maskSecrets(text).slice(0, MAX_PROMPT);
    this.asked = visibleLine(this.prompted, MAX_ASKED);
    this.steps.dropAll();
    this.steps.prompt(text);
    const isRepeated = this.rounds.prompt(text, sinceLast);
    this.ladder.prompt(isRepeated);
    // A person may ask for the same once more.
    if (!isRepeated) this.watch = this.createWatch();
    if (isRepeated && this.rounds.idle >= IDLE_ROUNDS) this.ladder.repeat();
  }

  private end(at: string): void {
    this.status = 'ended';
    this.steps.dropAll();
    this.isUnconfirmed = Date.parse(at) - Date.parse(this.stoppedAt) < AT_ONCE_MS;
  }

  private interrupt(): void {
    this.status = 'interrupted';
    this.steps.dropAll();
  }

  private wake(text: string): void {
    this.status = 'working';
    this.steps.prompt(text);
    this.rounds.wake();
  }

  private result(step: Step | undefined, at: string): void {
    if (step === undefined) return;
    this.recent = [...this.recent, step].slice(-MAX_RECENT_STEPS);
    this.rounds.observe(step);
    this.observeStep(step, at);
  }

  private stop({ text, again }: Extract<SessionRecord, { kind: 'stop' }>, at: string): void {
    this.status = 'waiting';
    this.steps.dropAll();
    // Without a prompt or a hook, something that it waited for made it speak.
    const isAsked = this.isPrompted || again === true;
    this.isPrompted = false;
    if (isAsked && text.trim() !== '') this.observeStep(this.steps.say(text), at);
    this.rounds.stop(text, again === true);
    const { idle } = this.rounds;
    if (this.isSnoozed(at)) return;
    if (idle === IDLE_ROUNDS - 1) this.suspect(toIdleVerdict(this.steps.count, idle), at);
    // Further rounds are the same loop.
    if (idle > IDLE_ROUNDS) this.ladder.repeat();
    if (idle !== IDLE_ROUNDS) return;
    const verdict = toIdleVerdict(this.steps.count, idle);
    const message = capitalise(verdict.message);
    this.record({ at, step: verdict.step, message, advice: '', answer: 'end' }, verdict);
  }

  private observeStep(step: Step, at: string): void {
    const local = toLocalStep(step, this.folder);
    this.kept.add(local);
    this.listener?.onStep(local);
    for (const verdict of this.watch.observe(step)) {
      if (verdict.level === 'stuck') {
        this.found(this.toShownVerdict(verdict), local, at);
        return;
      }
      this.suspect(this.toShownVerdict(verdict), at);
    }
  }

  private suspect(verdict: StepVerdict, at: string): void {
    this.listener?.onSuspicion(verdict);
    if (!this.isSnoozed(at)) this.ladder.suspect(verdict.message);
  }

  private found(verdict: StepVerdict, step: Step, at: string): void {
    const loop = this.kept.toLoop(verdict, step, []);
    const { message } = loop;
    const answer = this.isSnoozed(at) ? 'shown' : this.ladder.next;
    const advice = adviseUser(adviseOnLoop(loop));
    this.record({ at, step: step.number, loop, message, advice, answer }, verdict);
    // A strategy has ended: the next loop is proved by what comes after.
    this.watch = this.createWatch();
  }

  private record(loop: GuardedLoop, verdict: StepVerdict): void {
    this.loops = [...this.loops, loop].slice(-MAX_SESSION_LOOPS);
    this.listener?.onLoop(loop, { ...verdict, message: loop.message });
    if (loop.answer !== 'shown') this.ladder.find(loop);
  }

  private dismiss(): void {
    this.forgive();
    this.rounds.reset();
    const { loops, finding } = dismissNewest(this.loops);
    this.loops = loops;
    if (finding !== undefined) this.dismissed.push(finding);
  }

  /** Nothing that was found so far counts; a turn that was ended has ended all the same. */
  private forgive(): void {
    if (this.ladder.isStopped && this.status === 'working') this.status = 'waiting';
    this.ladder.clear();
  }

  /** As people and agents read it: secrets masked, paths as in the folder of the session. */
  private toShownVerdict(verdict: StepVerdict): StepVerdict {
    return { ...verdict, message: toLocalPaths(maskSecrets(verdict.message), this.folder) };
  }

  private toShownCall({ tool, args }: SessionCall): NonNullable<SessionState['current']> {
    const call = nameSubject({ tool, args: toLocalPaths(args, this.folder) });
    return { tool: maskSecrets(tool), call };
  }

  private createWatch(): StepWatch {
    return createStepWatch(this.options.limits, true, () => this.dismissed);
  }

  private isSnoozed(at: string): boolean {
    return this.snoozedUntil !== '' && at < this.snoozedUntil;
  }
}

/** Rounds without new work as a finding; as many of them as are a loop, or one less. */
function toIdleVerdict(step: number, rounds: number): StepVerdict {
  return {
    ...{ step, level: rounds < IDLE_ROUNDS ? 'suspect' : 'stuck', detector: 'nothing new' },
    ...{ evidence: [], count: rounds, limit: IDLE_ROUNDS, message: describeIdleRounds(rounds) },
  };
}
