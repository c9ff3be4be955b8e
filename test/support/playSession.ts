import { BUILT_IN_LIMITS } from '../../src/model/config/limits';
import { ANSWER_ABILITIES } from '../../src/model/guard/answerAbilities';
import type { GuardedAgent } from '../../src/model/guard/guardedAgent';
import type { GuardedProof } from '../../src/model/guard/guardedProof';
import type { SessionState } from '../../src/model/guard/guardedSession';
import type { HookAnswer } from '../../src/model/guard/hookAnswer';
import type {
  SessionDecision,
  SessionEvent,
  SessionNote,
  SessionRecord,
} from '../../src/model/guard/sessionRecord';
import type { GuardOptions } from '../../src/rules/guard/sessionGuard';
import { SessionJudge } from '../../src/rules/guard/sessionJudge';
import { SessionProof } from '../../src/rules/guard/sessionProof';

/** A session whose hooks report one event after another, three seconds apart. */
export class PlayedSession {
  /** The answers so far, without those that say nothing. */
  readonly answers: Exclude<HookAnswer, { kind: 'nothing' }>[] = [];
  /** Everything that was reported. */
  readonly records: SessionRecord[] = [];
  private readonly options: GuardOptions;
  private readonly judge: SessionJudge;
  private count = 0;
  private passed = 0;

  constructor(private readonly agent: GuardedAgent = 'claude') {
    const abilities = ANSWER_ABILITIES[agent];
    this.options = { session: 's1', limits: BUILT_IN_LIMITS, abilities };
    this.judge = new SessionJudge(this.options);
  }

  get state(): SessionState {
    return this.judge.state;
  }

  /** Everything that the guard found in it and answered. */
  get proof(): GuardedProof {
    const all = new SessionProof(this.options);
    for (const record of this.records) all.observe(record);
    const session = { agent: this.agent, id: 's1', file: `/sessions/${this.agent}.s1.jsonl` };
    return { session: { ...session, ...all.state }, ...all.proof };
  }

  /** What a record with this number says of the time. */
  static at(number: number): string {
    return new Date(Date.UTC(2026, 0, 1) + number * 3_000).toISOString();
  }

  /** `more`: the hook reports more than this. */
  put(
    event: SessionEvent | SessionDecision | SessionNote,
    more?: true,
    folder?: string,
  ): HookAnswer {
    this.count += 1;
    const id = String(this.count);
    const at = PlayedSession.at(this.count + this.passed / 3);
    const record = {
      id,
      at,
      ...event,
      ...(more && { more }),
      ...(folder !== undefined && { folder }),
    };
    this.records.push(record);
    this.judge.take(JSON.stringify(record));
    const answer = this.judge.answerTo(id);
    if (answer.kind !== 'nothing') this.answers.push(answer);
    return answer;
  }

  /** Lets so many seconds pass, fewer than none for an event that follows at once. */
  pass(seconds: number): void {
    this.passed += seconds;
  }

  prompt(text: string): HookAnswer {
    return this.put({ kind: 'prompt', text });
  }

  stop(text = '', again?: true): HookAnswer {
    return this.put({ kind: 'stop', text, ...(again && { again }) });
  }

  /** A command that fails; says what is answered before and after it. A refused one has no result. */
  fail(command: string, result = 'Error: expected 1 to equal 2'): readonly HookAnswer['kind'][] {
    return this.run(command, result, true);
  }

  /** A command that succeeds. */
  run(command: string, result = 'ok', error?: true): readonly HookAnswer['kind'][] {
    const call = { tool: 'Bash', args: JSON.stringify({ command }) };
    const before = this.put({ kind: 'call', ...call }).kind;
    if (before === 'refusal') return [before];
    return [before, this.put({ kind: 'result', ...call, result, ...(error && { error }) }).kind];
  }
}
