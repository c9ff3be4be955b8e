import {
  MAX_ANSWER,
  type AgentQuestion,
  type QuestionOutcome,
  type QuestionReply,
} from '../../model/tools/agentQuestion';
import type { Actor } from '../../model/workspace/leaseHolder';
import type { Answer } from '../../ports/answer';
import type { Clock } from '../../ports/clock';
import type { IsAskerGone } from '../../ports/workspaceState';
import { showInvisible } from '../../text/invisible';
import { maskSecrets } from '../../text/maskSecrets';
import { truncate } from '../../text/truncate';
import { visibleText } from '../../text/visibleText';
import type { HumanWaits } from '../permissions/humanWaits';
import type { EventJournal } from '../state/eventJournal';

/** Characters of a question. */
const MAX_QUESTION = 2_000;
/** Questions that wait at once, and that one call asks. */
const MAX_OPEN = 5;
const MAX_ASKED = 20;
/** Milliseconds between two looks whether the asker has ended. */
const LOOK_MS = 5_000;

/** What questions are asked with. */
export interface QuestionTools {
  readonly journal: EventJournal;
  readonly clock: Clock;
  readonly waits: HumanWaits;
  readonly nextId: () => string;
}

/** Whose questions they are. */
export interface QuestionAsker {
  readonly taskId: string;
  readonly agent: string;
  /** Milliseconds after which a question that nobody answers ends. */
  readonly timeoutMs: number;
  /** Called whenever a question begins or ends, with all of this call. */
  readonly onChange: (questions: readonly AgentQuestion[]) => void;
  /** Lets the agent's time limit stand still until the returned function is called. */
  readonly halt: () => () => void;
}

/** The questions of one call of an agent. */
export class OpenQuestions {
  private questions: readonly AgentQuestion[] = [];
  private readonly settle = new Map<string, () => void>();

  constructor(
    private readonly tools: QuestionTools,
    private readonly asker: QuestionAsker,
  ) {}

  /** Questions that ended without an answer. */
  get unanswered(): readonly string[] {
    return this.questions
      .filter(({ outcome }) => outcome === 'timed_out' || outcome === 'withdrawn')
      .map(({ question }) => question);
  }

  /** Asks; the message of the answer is the question's id. An asker that was killed withdraws nothing: `isGone` tells. */
  ask(question: string, isGone?: IsAskerGone): Answer {
    if (this.settle.size >= MAX_OPEN || this.questions.length >= MAX_ASKED) return TOO_MANY;
    const { clock, waits, nextId } = this.tools;
    const { agent, timeoutMs, halt } = this.asker;
    const now = clock.now();
    const asked: AgentQuestion = {
      ...{ id: nextId(), agent, question },
      askedAt: now.toISOString(),
      until: new Date(now.getTime() + timeoutMs).toISOString(),
    };
    const { id } = asked;
    const over = new AbortController();
    const ends = [waits.begin(), halt()];
    this.settle.set(id, () => {
      over.abort();
      for (const end of ends) end();
    });
    void clock.wait(timeoutMs, over.signal).then(() => this.end(id, { outcome: 'timed_out' }));
    if (isGone !== undefined) void this.withdrawWhen(isGone, id, over.signal);
    this.questions = [...this.questions, asked];
    this.record(() => {
      const data = { id, agent, question, until: asked.until };
      this.tools.journal.record({ event: 'agent_asked', taskId: this.asker.taskId, data });
    });
    this.asker.onChange(this.questions);
    return { ok: true, message: id };
  }

  /** Takes a human's answer. */
  reply({ id, text }: Pick<QuestionReply, 'id' | 'text'>, by: Actor): Answer {
    const { agent, taskId } = this.asker;
    const open = this.questions.filter(({ outcome }) => outcome === undefined);
    const found = id === undefined ? open[0] : open.find((each) => each.id === id);
    if (found === undefined) return { ok: false, message: noQuestion(taskId, id) };
    if (id === undefined && open.length > 1)
      return { ok: false, message: severalOpen(taskId, open) };
    const problem = answerProblem(text);
    if (problem !== undefined) return { ok: false, message: problem };
    this.end(found.id, { outcome: 'answered', answer: toAnswer(text) }, by);
    return { ok: true, message: `${agent} has your answer.` };
  }

  /** The agent does not wait for the answer any more. */
  withdraw(id: string): void {
    this.end(id, { outcome: 'withdrawn' });
  }

  private async withdrawWhen(isGone: IsAskerGone, id: string, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await this.tools.clock.wait(LOOK_MS, over);
      if (await isGone().catch(() => false)) this.withdraw(id);
    }
  }

  /** The agent has ended. */
  close(): void {
    for (const id of this.settle.keys()) this.withdraw(id);
  }

  private end(
    id: string,
    how: { readonly outcome: QuestionOutcome; readonly answer?: string },
    by?: Actor,
  ): void {
    const settle = this.settle.get(id);
    if (settle === undefined) return;
    this.settle.delete(id);
    settle();
    this.questions = this.questions.map((each) => (each.id === id ? { ...each, ...how } : each));
    this.record(() => {
      const { agent, taskId } = this.asker;
      const data = { id, agent, ...how, ...(by && { by }) };
      this.tools.journal.record({ event: 'agent_answered', taskId, data });
    });
    this.asker.onChange(this.questions);
  }

  /** An event that cannot be written keeps no agent waiting. */
  private record(event: () => void): void {
    try {
      this.tools.journal.transaction(event);
    } catch {
      // The turn's own record fails next, and says why.
    }
  }
}

/** A question as it is shown: secrets masked, what cannot be seen written as `\u{…}`. */
export function toQuestion(text: string): string {
  return truncate(visibleText(maskSecrets(text)).trim(), MAX_QUESTION);
}

/** Why a text is no answer; undefined if it is one. */
export function answerProblem(text: string): string | undefined {
  const answer = toAnswer(text);
  if (showInvisible(answer, () => '').trim() === '') return 'The answer is empty.';
  if (answer.length <= MAX_ANSWER) return undefined;
  return TOO_LONG;
}

function toAnswer(text: string): string {
  return maskSecrets(text).trim();
}

const TOO_LONG = `The answer is longer than ${MAX_ANSWER.toLocaleString('en')} characters; write a shorter one.`;

const TOO_MANY: Answer = {
  ok: false,
  message: `At most ${MAX_OPEN} questions can wait at once, and at most ${MAX_ASKED} can be asked in all.`,
};

function noQuestion(taskId: string, id: string | undefined): string {
  return id === undefined
    ? `No question of ${taskId} waits for an answer.`
    : `The question ${id} of ${taskId} no longer waits for an answer.`;
}

function severalOpen(taskId: string, open: readonly AgentQuestion[]): string {
  const named = open.map(({ id, question }) => `${id}: ${truncate(question, 80)}`).join('; ');
  return `${open.length} questions of ${taskId} wait for an answer; name one of them: ${named}.`;
}
