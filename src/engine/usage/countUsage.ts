import type { EventData } from '../../model/events/devsEvent';
import type { PriceList } from '../../model/usage/budget';
import type { StepEvent } from '../../model/steps/step';
import type { SessionTotal, UsageReport } from '../../model/usage/usage';
import { agentSucceeded } from '../../rules/turn/agentSucceeded';
import { priceUsage } from '../../rules/usage/priceUsage';
import { NEW_SESSION, ownUsage } from '../../rules/usage/ownUsage';
import type { Agent, AgentRequest, AgentResult } from '../../ports/agent';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';
import { findSessionTotal } from './findSessionTotal';

export interface UsageTools {
  readonly store: Store;
  readonly journal: EventJournal;
}

export interface CountingTools extends UsageTools {
  /** The user's prices of now. */
  readonly prices: () => PriceList;
  /** As `BudgetGuard.check`. */
  readonly checkBudget: (taskId: string) => string | undefined;
}

/**
 * Counts what each call of an agent uses: stored as the agent says it, so that a killed runner loses nothing, and
 * recorded when the call ends. A call is stopped when a budget is used up.
 */
export function countUsage(agent: Agent, tools: CountingTools): Agent {
  return {
    run: async (request, signal) => {
      const call = new CountedCall(tools, request);
      const { onStep } = request;
      const result = await agent.run(
        onStep === undefined
          ? request
          : {
              ...request,
              onStep: (event) => {
                if (event.kind === 'spent') call.said(event);
                onStep(event);
              },
            },
        AbortSignal.any([signal, call.stopping]),
      );
      return call.end(result, signal.aborted);
    },
  };
}

class CountedCall {
  private report: UsageReport | undefined;
  /** The session that the agent works in, as far as it is known. */
  private session: string | undefined;
  /** Sums of the session that it was asked to continue. */
  private readonly before: SessionTotal;
  private isWriting = false;
  private isOver = false;
  private readonly stop = new AbortController();
  private usedUp: string | undefined;

  constructor(
    private readonly tools: CountingTools,
    private readonly request: AgentRequest,
  ) {
    const { session: asked, taskId } = request;
    this.session = asked;
    this.before = asked === undefined ? NEW_SESSION : findSessionTotal(tools.store, taskId, asked);
    this.put();
  }

  /** Aborts when a budget is used up. */
  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  /** The agent says what it used so far. */
  said({ report, session, endsTurn }: Extract<StepEvent, { readonly kind: 'spent' }>): void {
    this.report = report;
    this.session = session ?? this.session;
    if (this.isWriting) return;
    this.isWriting = true;
    // Once for all that is read at once: each write writes the whole database.
    queueMicrotask(() => {
      this.isWriting = false;
      if (this.isOver) return;
      this.put();
      // Whoever has come to its end is not stopped: its work is verified, and the next turn finds the budget used up.
      if (endsTurn !== true) this.checkBudget();
    });
  }

  /** Records the call; `wasCancelled`: somebody else stopped it. Throws if the state cannot be written. */
  end(ended: AgentResult, wasCancelled: boolean): AgentResult {
    const result = this.withStop(ended, wasCancelled);
    this.isOver = true;
    const { store, journal } = this.tools;
    const { turnId, taskId, call } = this.request;
    const data = this.facts(result.usage, result);
    journal.transaction(() => {
      store.removeRunningCall(turnId, call);
      journal.record({ event: 'usage_reported', taskId, data });
    });
    return result;
  }

  private withStop(ended: AgentResult, wasCancelled: boolean): AgentResult {
    const { usedUp } = this;
    if (usedUp === undefined || wasCancelled || ended.end.kind === 'exit') return ended;
    return { ...ended, end: { kind: 'stopped', reason: usedUp }, usedUp };
  }

  private checkBudget(): void {
    try {
      this.usedUp ??= this.tools.checkBudget(this.request.taskId);
    } catch {
      // The next check tells what could not be written.
    }
    if (this.usedUp !== undefined) this.stop.abort();
  }

  /** An agent that cannot be counted can still work: a failed write ends its turn later. */
  private put(): void {
    const { turnId, taskId, call } = this.request;
    const usage = this.facts(this.report, undefined);
    try {
      this.tools.store.putRunningCall({
        turnId,
        taskId,
        ...(call !== undefined && { call }),
        usage,
      });
    } catch {
      // What is written when it ends says the same.
    }
  }

  private facts(
    report: UsageReport | undefined,
    result: AgentResult | undefined,
  ): EventData<'usage_reported'> {
    const { definition, turn, call, session: asked } = this.request;
    const id = result === undefined ? this.session : result.session?.id;
    const isContinued = result?.session?.isContinued ?? true;
    const before = isContinued && id === asked ? this.before : NEW_SESSION;
    const own = ownUsage(report, before);
    const { session, isPartial } = own;
    const { models, nanoUsd } = priceUsage(own, definition.name, this.tools.prices());
    const isCutOff = result?.end.kind !== 'exit';
    return {
      ...{ turn, agent: definition.name },
      ...(call !== undefined && { call }),
      models,
      ...(nanoUsd !== undefined && { nanoUsd }),
      ...((isPartial || isCutOff) && { partial: true }),
      ...(result !== undefined &&
        agentSucceeded(result) &&
        !saidTokens(report) && { silent: true }),
      ...(definition.session === 'continue' && id !== undefined && { session: { id, ...session } }),
    };
  }
}

function saidTokens(report: UsageReport | undefined): boolean {
  return (
    report !== undefined && (report.models.length > 0 || report.ofSession?.tokens !== undefined)
  );
}
