import { AcpCall } from '../streams/acpCall';
import { acpUpdateParamsSchema, acpUpdateSchema, type AcpUpdate } from '../streams/acpEvents';
import { MAX_OPEN_CALLS } from '../streams/stepLog';

/** The newest tool calls of a session: a permission request may name its call and no more. */
export class OpenCalls {
  private readonly calls = new Map<string, AcpCall>();

  /** Takes the parameters of a `session/update`. */
  update(params: unknown): void {
    const update = acpUpdateParamsSchema.safeParse(params).data?.update;
    if (update?.sessionUpdate.startsWith('tool_call') === true) this.find(update);
  }

  /** The call that a permission request names, with what the request adds. */
  asked(toolCall: object): AcpCall {
    const update = acpUpdateSchema.safeParse({ ...toolCall, sessionUpdate: 'tool_call' }).data;
    return update === undefined ? new AcpCall() : this.find(update);
  }

  private find(update: AcpUpdate): AcpCall {
    const { toolCallId: id = '' } = update;
    const call = this.calls.get(id) ?? new AcpCall();
    call.update(update);
    this.calls.set(id, call);
    for (const oldest of this.calls.keys()) {
      if (this.calls.size <= MAX_OPEN_CALLS) break;
      this.calls.delete(oldest);
    }
    return call;
  }
}
