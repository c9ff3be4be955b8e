import type { AgentRefusedCall } from '../../../model/steps/step';
import type { PermissionAnswer, PermissionRequest } from '../../../model/permissions/permission';
import { STOPPED_AT_REFUSAL, type ProcessEnd } from '../../../model/turn/turn';
import type { Agent, AgentRequest, AgentResult } from '../../../ports/agent';
import { MASK_NOTHING } from '../../../ports/secretMask';
import { runProcess, type ProcessOutcome } from '../../process/runProcess';
import type { ChildStdin } from '../../process/supervisedChild';
import { turnEnvironment } from '../../process/turnEnvironment';
import { turnTranscript } from '../../process/turnTranscript';
import { toolServer } from '../tools/toolServer';
import type { AgentOptions } from '../turn/agentOptions';
import { maskPrompts, prependSystemPrompt } from '../turn/maskPrompts';
import { createStepFeed, type StepFeed } from '../turn/stepFeed';
import { limitDenied } from '../streams/deniedCalls';
import { toPermittedMessage } from '../streams/acpPermitted';
import { parseJsonObject } from '../streams/jsonText';
import { AcpClient, type PromptEnd } from './acpClient';
import { toWorkspacePath } from './workspacePath';
import { WorkTimer } from '../../process/workTimer';

/** Milliseconds in which an agent that was asked to stop may answer. */
const CANCEL_MS = 500;
/** Milliseconds in which an agent may end by itself once nobody speaks to it any more. */
const LEAVE_MS = 500;

/** Runs agents of type `acp`: programs that speak the Agent Client Protocol on standard input and output. */
export function createAcpAgent(options: AgentOptions): Agent {
  const { mask = MASK_NOTHING } = options;
  return {
    run: (request, signal) => new AcpTurn(maskPrompts(request, mask), options, signal).run(),
  };
}

/** One call of an agent. */
class AcpTurn {
  private readonly feed: StepFeed;
  private client: AcpClient | undefined;
  private readonly stop = new AbortController();
  private timer: WorkTimer | undefined;
  /** Why Devs ended it; undefined if it did not. */
  private interruption: 'timeout' | 'cancelled' | undefined;
  private ended: PromptEnd | undefined;
  private denied: readonly AgentRefusedCall[] = [];

  constructor(
    private readonly request: AgentRequest,
    private readonly options: AgentOptions,
    private readonly signal: AbortSignal,
  ) {
    this.feed = createStepFeed('acp', request.onStep, {
      onLine: (line) => this.receive(line),
      onSkip: () => this.client?.close('it sent a message that is too large to read'),
    });
  }

  async run(): Promise<AgentResult> {
    const cancel = (): void => this.interrupt('cancelled');
    this.signal.addEventListener('abort', cancel, { once: true });
    if (this.signal.aborted) cancel();
    const transcript = this.transcript();
    const outcome = await runProcess(
      {
        ...this.program(),
        ...{ transcript, mask: this.options.mask, marker: this.request.turnId },
        // The client has its own limit, which stands still while it waits for a human.
        timeoutMs: Infinity,
        onStarted: (stdin, addLine) => this.begin(stdin, addLine),
        onStdout: (chunk) => this.feed.push(chunk),
      },
      this.stop.signal,
    );
    this.signal.removeEventListener('abort', cancel);
    this.timer?.stop();
    this.client?.close('the agent ended before it answered');
    return this.toResult(outcome, outcome.transcriptWritten ? transcript.name : '');
  }

  /** Where the agent works. */
  private get directory(): string {
    return this.request.place?.directory ?? this.options.workspaceDir;
  }

  private program() {
    const { definition, taskId, role, place } = this.request;
    const { supervisorFile, environment } = this.options;
    const { directory: cwd } = this;
    const variables = place?.variables;
    const env = turnEnvironment(environment, { own: definition.env, taskId, role, variables });
    return { command: definition.command, cwd, env, supervisorFile };
  }

  private transcript() {
    const { definition, taskId, turnId, call } = this.request;
    const { directory } = this.options;
    const { directory: cwd } = this;
    return turnTranscript({
      ...{ directory, taskId, turnId, call, part: 'agent', command: definition.command, cwd },
    });
  }

  private begin(stdin: ChildStdin, addLine: (line: string) => void): void {
    const { mask = MASK_NOTHING } = this.options;
    const { definition, session, systemPrompt, prompt } = this.request;
    this.timer = new WorkTimer(definition.timeoutMs, () => this.interrupt('timeout'));
    const { timer } = this;
    this.request.onTimer?.(() => timer.wait());
    this.client = new AcpClient({
      cwd: this.directory,
      ...{ session, login: definition.login, mode: definition.mode },
      prompt: prependSystemPrompt(systemPrompt, prompt),
      tools: toolServer(this.options, this.request),
      write: (line) => stdin.write(line),
      onPermission: (request, signal) => this.decide(request, signal),
      onPermitted: (callId) => {
        this.feed.permitted?.(callId);
        // Whoever reads the transcript sees only what the agent writes.
        addLine(JSON.stringify(toPermittedMessage(callId)));
      },
    });
    const { client } = this;
    this.request.onSpeaker?.((text) => client.say(mask.text(text)));
    void client.ended.then((end) => {
      this.ended = end;
      stdin.end();
      setTimeout(() => this.stop.abort(), LEAVE_MS).unref();
    });
  }

  private receive(line: string): void {
    const value = parseJsonObject(line.trim());
    if (value !== undefined) this.client?.receive(value);
  }

  private async decide(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    const goOn = this.timer?.wait();
    const answer = await this.ask(request, signal);
    goOn?.();
    if (!answer.allowed && answer.cancelled !== true) {
      const { tool, args } = request;
      const { reason, remedy } = answer;
      this.denied = limitDenied([
        ...this.denied,
        { tool, args, reason, ...(remedy !== undefined && { remedy }) },
      ]);
    }
    return answer;
  }

  private async ask(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    const { onPermission } = this.request;
    if (onPermission === undefined) return NOBODY;
    const paths = await Promise.all(
      request.paths.map((path) => toWorkspacePath(this.directory, path)),
    );
    return await onPermission({ ...request, paths: [...new Set(paths)] }, signal);
  }

  /** Asks the agent to stop, then ends it and all that it started. */
  private interrupt(reason: 'timeout' | 'cancelled'): void {
    if (this.ended !== undefined) return;
    this.interruption ??= reason;
    if (this.client?.cancel() === true) setTimeout(() => this.stop.abort(), CANCEL_MS);
    else this.stop.abort();
  }

  private toResult(outcome: ProcessOutcome, transcript: string): AgentResult {
    const { feed, denied } = this;
    const end = this.findEnd(outcome.end);
    const reply = feed.replyFrom('');
    const failure = end.kind === 'failed' ? end.message : feed.failure;
    return {
      ...{ end, reply, transcript },
      // What the agent answers says more than what it logs about it.
      errorTail: [this.ended?.kind === 'failed' ? '' : outcome.errorTail, failure]
        .filter(Boolean)
        .join('\n'),
      ...(feed.reading && { stream: feed.reading }),
      ...(failure !== '' && { failure }),
      ...(feed.ownLimit && { ownLimit: feed.ownLimit }),
      ...(this.client?.session && { session: this.client.session }),
      ...(denied.length > 0 && { denied }),
      ...(feed.usage && { usage: feed.usage }),
    };
  }

  private findEnd(end: ProcessEnd): ProcessEnd {
    const { interruption, ended } = this;
    const { timeoutMs: limitMs } = this.request.definition;
    if (interruption === 'timeout') return { kind: 'timeout', limitMs };
    if (interruption === 'cancelled') return { kind: 'cancelled' };
    if (ended?.kind === 'failed') return ended;
    if (ended?.reason === 'cancelled' && this.denied.length > 0)
      return { kind: 'failed', message: STOPPED_AT_REFUSAL };
    if (ended !== undefined) return describeStop(ended.reason);
    if (end.kind !== 'exit' || end.code !== 0) return end;
    return { kind: 'failed', message: 'it ended before it answered' };
  }
}

const NOBODY: PermissionAnswer = { allowed: false, reason: 'nobody can answer here' };

function describeStop(reason: Extract<PromptEnd, { kind: 'stopped' }>['reason']): ProcessEnd {
  switch (reason) {
    case 'end_turn':
      return { kind: 'exit', code: 0 };
    case 'max_tokens':
      return { kind: 'failed', message: 'its limit of tokens for one turn' };
    case 'max_turn_requests':
      return { kind: 'failed', message: 'its limit of requests for one turn' };
    case 'refusal':
      return { kind: 'failed', message: 'it refused to go on with this prompt' };
    case 'cancelled':
      return { kind: 'failed', message: 'it stopped as if it had been cancelled' };
    default:
      return {
        kind: 'failed',
        message: `an unknown reason to stop: ${String(reason satisfies never)}`,
      };
  }
}
