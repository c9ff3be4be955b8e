import type {
  AgentQuestion,
  QuestionReply,
  QuestionRequest,
} from '../../model/tools/agentQuestion';
import type { AgentReport } from '../../model/tools/agentReport';
import type { Actor } from '../../model/workspace/leaseHolder';
import type { AgentResult } from '../../ports/agent';
import type { Answer } from '../../ports/answer';
import type { Clock } from '../../ports/clock';
import type { IsAskerGone } from '../../ports/workspaceState';
import { MAX_STATEMENTS } from '../../rules/attempts/parseStatements';
import { maskSecrets } from '../../text/maskSecrets';
import { visibleLine } from '../../text/visibleText';
import type { HumanWaits } from '../permissions/humanWaits';
import type { EventJournal } from '../state/eventJournal';
import { OpenQuestions, toQuestion } from './openQuestions';

/** Characters of a report that are kept. */
const MAX_REPORT = 500;

/** One call of an agent that may use the tools of Devs. */
export interface ToolCall {
  readonly taskId: string;
  readonly turnId: string;
  /** What is shown of it; absent: nothing, so that nobody can be asked. */
  readonly shown?: {
    readonly agent: string;
    /** Milliseconds after which a question that nobody answers ends. */
    readonly timeoutMs: number;
    readonly onSaid: (text: string) => void;
    readonly onQuestions: (questions: readonly AgentQuestion[]) => void;
  };
}

/** A call while its agent runs. */
export interface OpenToolCall {
  /** The agent can let its time limit stand still: `wait` does, until the function that it returns is called. */
  onTimer(wait: () => () => void): void;
  /** The agent has ended: later reports and questions are refused. Adds what it reported to its reply. */
  close(result: AgentResult): AgentResult;
}

export interface AgentToolsOptions {
  readonly journal: EventJournal;
  readonly clock: Clock;
  readonly waits: HumanWaits;
  /** Whether somebody who can answer sees the run. */
  readonly isAttended: boolean;
}

interface OpenCall {
  readonly call: ToolCall;
  readonly blocked: Set<string>;
  readonly questions: OpenQuestions | undefined;
}

/** Takes what the agents of a run say and ask through the tools of Devs. One agent of a task runs at a time. */
export class AgentTools {
  /** By task. */
  private readonly open = new Map<string, OpenCall>();
  private count = 0;
  /** The first question of each turn that nobody answered. */
  private readonly unanswered = new Map<string, string>();

  constructor(private readonly options: AgentToolsOptions) {}

  /** The agent of a call starts. */
  begin(call: ToolCall): OpenToolCall {
    const blocked = new Set<string>();
    let halt = (): (() => void) => () => undefined;
    const { shown, taskId } = call;
    const nextId = (): string => String((this.count += 1));
    const questions =
      shown &&
      new OpenQuestions(
        { ...this.options, nextId },
        {
          ...{ taskId, agent: shown.agent, timeoutMs: shown.timeoutMs },
          ...{ onChange: shown.onQuestions, halt: () => halt() },
        },
      );
    const open = { call, blocked, questions };
    this.open.set(taskId, open);
    return {
      onTimer: (wait) => (halt = wait),
      close: (result) => {
        if (this.open.get(taskId) === open) this.open.delete(taskId);
        questions?.close();
        for (const question of questions?.unanswered ?? []) this.leave(call, question);
        return withBlockers(result, [...blocked]);
      },
    };
  }

  /** Takes a report, or refuses it when no such agent runs. */
  report({ taskId, turnId, what, text }: AgentReport): Answer {
    const open = this.find({ taskId, ...(turnId !== undefined && { turnId }) });
    if (open === undefined) return NO_TURN;
    const line = visibleLine(maskSecrets(text), MAX_REPORT);
    if (line === '') return { ok: false, message: 'The text is empty.' };
    if (what === 'progress') {
      open.call.shown?.onSaid(line);
      return { ok: true, message: 'Shown to the user.' };
    }
    if (open.blocked.size >= MAX_STATEMENTS) return TOO_MANY;
    open.blocked.add(line);
    return { ok: true, message: 'Noted. End your turn if you cannot go on without it.' };
  }

  /** Asks a human; the message of the answer is the question's id. Where nobody can answer, the task pauses with it. */
  ask({ taskId, turnId, question: text }: QuestionRequest, isGone?: IsAskerGone): Answer {
    const open = this.find({ taskId, turnId });
    if (open === undefined) return NO_TURN;
    const question = toQuestion(text);
    if (question === '') return { ok: false, message: 'The question is empty.' };
    if (open.questions !== undefined && this.options.isAttended)
      return open.questions.ask(question, isGone);
    this.leave(open.call, question);
    return { ok: false, message: NOBODY };
  }

  /** Takes a human's answer. */
  reply(reply: QuestionReply, by: Actor): Answer {
    const questions = this.find(reply)?.questions;
    return questions === undefined
      ? {
          ok: false,
          message: `No agent is working on ${reply.taskId} now, so there is no question to answer.`,
        }
      : questions.reply(reply, by);
  }

  /** The agent does not wait for the answer any more. */
  withdraw({ taskId, id }: { readonly taskId: string; readonly id: string }): Answer {
    this.find({ taskId })?.questions?.withdraw(id);
    return { ok: true, message: 'Withdrawn.' };
  }

  /** The first question of a turn that nobody answered; undefined for none. */
  unansweredIn(turnId: string): string | undefined {
    return this.unanswered.get(turnId);
  }

  private leave({ turnId }: ToolCall, question: string): void {
    if (!this.unanswered.has(turnId)) this.unanswered.set(turnId, question);
  }

  private find({ taskId, turnId }: { taskId: string; turnId?: string }): OpenCall | undefined {
    const open = this.open.get(taskId);
    return turnId === undefined || turnId === open?.call.turnId ? open : undefined;
  }
}

/** What an agent is told whose question nobody answered. */
export const NOBODY =
  'Nobody answered. Finish what does not depend on it, then end your turn: the task pauses with your question unless ' +
  'it is done by then.';

const NO_TURN: Answer = { ok: false, message: 'Devs runs no turn of this task now.' };
const TOO_MANY: Answer = {
  ok: false,
  message: `At most ${MAX_STATEMENTS} blockers can be reported in one turn.`,
};

/** A blocker that was reported counts as a line of the reply. */
function withBlockers(result: AgentResult, blocked: readonly string[]): AgentResult {
  if (blocked.length === 0) return result;
  const lines = blocked.map((line) => `BLOCKED: ${line}`);
  return { ...result, reply: [result.reply.trimEnd(), '', ...lines].join('\n') };
}
