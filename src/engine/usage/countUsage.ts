import type { EventData } from '../../model/events/devsEvent';
import type { UsageReport } from '../../model/usage/usage';
import { NEW_SESSION, ownUsage } from '../../rules/usage/ownUsage';
import type { Agent, AgentRequest, AgentResult } from '../../ports/agent';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';
import { findSessionTotal } from './findSessionTotal';

export interface UsageTools {
  readonly store: Store;
  readonly journal: EventJournal;
}

/**
 * Counts what each call of an agent uses: stored as the agent says it, so that a killed runner loses nothing, and
 * recorded when the call ends.
 */
export function countUsage(agent: Agent, tools: UsageTools): Agent {
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
                if (event.kind === 'spent') call.said(event.report);
                onStep(event);
              },
            },
        signal,
      );
      call.end(result);
      return result;
    },
  };
}

class CountedCall {
  private report: UsageReport | undefined;
  private isWriting = false;
  private isOver = false;

  constructor(
    private readonly tools: UsageTools,
    private readonly request: AgentRequest,
  ) {
    this.put();
  }

  /** The agent says what it used so far. */
  said(report: UsageReport): void {
    this.report = report;
    if (this.isWriting) return;
    this.isWriting = true;
    // Once for all that is read at once: each write writes the whole database.
    queueMicrotask(() => {
      this.isWriting = false;
      if (!this.isOver) this.put();
    });
  }

  /** Throws if the state cannot be written. */
  end(result: AgentResult): void {
    this.isOver = true;
    const { store, journal } = this.tools;
    const { turnId, taskId, call } = this.request;
    const data = this.facts(result.usage, result);
    journal.transaction(() => {
      store.removeRunningCall(turnId, call);
      journal.record({ event: 'usage_reported', taskId, data });
    });
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
      this.isOver = true;
    }
  }

  private facts(
    report: UsageReport | undefined,
    result: AgentResult | undefined,
  ): EventData<'usage_reported'> {
    const { definition, turn, call, session: asked } = this.request;
    const id = result === undefined ? asked : result.session?.id;
    const isContinued = result === undefined ? asked !== undefined : result.session?.isContinued;
    const before =
      isContinued === true && id !== undefined
        ? findSessionTotal(this.tools.store, this.request.taskId, id)
        : NEW_SESSION;
    const { session, isPartial, models, nanoUsd } = ownUsage(report, before);
    const isCutOff = result?.end.kind !== 'exit';
    return {
      ...{ turn, agent: definition.name },
      ...(call !== undefined && { call }),
      models,
      ...(nanoUsd !== undefined && { nanoUsd }),
      ...((isPartial || isCutOff) && { partial: true }),
      ...(definition.session === 'continue' && id !== undefined && { session: { id, ...session } }),
    };
  }
}
