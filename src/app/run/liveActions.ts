import type { PermissionReply } from '../../model/permissions/askedPermission';
import type { QuestionReply, QuestionRequest } from '../../model/tools/agentQuestion';
import type { AgentReport } from '../../model/tools/agentReport';
import type { Answer } from '../../ports/answer';
import type { InboxRequest } from '../../ports/workspaceState';
import type { HintOptions } from '../api/requests';
import { toRefusal } from '../lease/refusals';
import { executeOrForward, type ForwardingParts } from './executeOrForward';

/** What is said to a run while it goes on, in this process or another: by its human, and by its agents' tools. */
export class LiveActions {
  constructor(private readonly forwarding: ForwardingParts) {}

  async pause(options: { readonly now: boolean }): Promise<Answer> {
    return await this.askRun({ type: 'pause', now: options.now });
  }

  async keepGoing(): Promise<Answer> {
    return await this.askRun({ type: 'keepGoing' });
  }

  async hint(taskId: string, { text, now }: HintOptions): Promise<Answer> {
    const { giveHint } = await import('../../engine/interventions/giveHint');
    const request = { type: 'hint', taskId, text, now } as const;
    const { clock, state } = this.forwarding.parts;
    return await executeOrForward(
      this.forwarding,
      request,
      ({ lease: { store }, journal, config }) =>
        giveHint({ store, journal, clock, config, who: state.self }, request),
    );
  }

  async permit(reply: PermissionReply): Promise<Answer> {
    return await this.askRun({ type: 'permit', ...reply });
  }

  async forgetPermission(rule: string): Promise<Answer> {
    const { forgetPermission } = await import('../../engine/permissions/forgetPermission');
    const request = { type: 'forgetPermission', rule } as const;
    return await executeOrForward(this.forwarding, request, ({ lease: { store } }) =>
      forgetPermission(store, request),
    );
  }

  async takeReport(report: AgentReport): Promise<Answer> {
    const text = this.forwarding.parts.mask.text(report.text);
    return await this.askRun({ type: 'agentReport', ...report, text });
  }

  async askHuman(request: QuestionRequest, signal: AbortSignal): Promise<Answer> {
    const { askHuman } = await import('./askHuman');
    const { state, mask } = this.forwarding.parts;
    const askRun = (asked: InboxRequest): Promise<Answer> => this.askRun(asked);
    const question = mask.text(request.question);
    return await askHuman({ state, askRun }, { ...request, question }, signal);
  }

  async answer(reply: QuestionReply): Promise<Answer> {
    const { answerProblem } = await import('../../engine/tools/openQuestions');
    const problem = answerProblem(reply.text);
    if (problem !== undefined) return toRefusal(problem);
    return await this.askRun({ type: 'answer', ...reply });
  }

  /** Asks the run, wherever it is. */
  private async askRun(request: InboxRequest): Promise<Answer> {
    const { state } = this.forwarding.parts;
    const answered = await this.forwarding.runs.answer(request, state.self);
    if (answered !== undefined) return answered;
    const holder = await state.holder();
    return holder === undefined ? toRefusal('Nothing is running.') : await state.ask(request);
  }
}
