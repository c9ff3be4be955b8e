import {
  client,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AnyMessage,
  type ClientConnection,
  type ClientContext,
  type InitializeResponse,
  type LoadSessionRequest,
  type McpServer,
  type NewSessionRequest,
  type StopReason,
} from '@agentclientprotocol/sdk';
import type { PermissionAnswer, PermissionRequest } from '../../../model/permissions/permission';
import { toLostReason, type AgentSession } from '../../../model/turn/agentSession';
import { describeAuthentication } from './describeAuthentication';
import { isOwnTool, SERVER_NAME, type ToolServer } from '../tools/toolServer';
import { OpenCalls } from './openCalls';
import { toOutcome, toPermissionRequest } from './permissionMessages';

/** How a prompt ended; `failed`: a sentence without a full stop. */
export type PromptEnd =
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  | { readonly kind: 'failed'; readonly message: string };

export interface AcpClientOptions {
  /** Absolute path of the folder that the session is about. */
  readonly cwd: string;
  readonly prompt: string;
  /** Id of the agent's way to log in, called before the session is opened; absent: none. */
  readonly login?: string | undefined;
  /** Id of the session to continue; absent: a new one. */
  readonly session?: string | undefined;
  /** Id of the session mode that the prompt is given in; absent: the agent's own choice. */
  readonly mode?: string | undefined;
  /** The server of Devs' tools, offered in the session and permitted without a question; absent: none. */
  readonly tools?: ToolServer | undefined;
  /** Takes one message for the agent, a line with its line feed. */
  readonly write: (line: string) => void;
  /** Called before the agent is told that it may make a call. */
  readonly onPermitted?: (callId: string) => void;
  /** Decides about a permission request; `signal` aborts when the agent no longer waits. Must not reject. */
  readonly onPermission: (
    request: PermissionRequest,
    signal: AbortSignal,
  ) => Promise<PermissionAnswer>;
}

/** The error with which an agent says that nobody is logged in. */
const AUTH_REQUIRED = -32_000;

/** One prompt to an agent that speaks the Agent Client Protocol, version 1: initialize, open a session, prompt. */
export class AcpClient {
  /** The session in which the prompt is given; undefined before it is open. */
  session: AgentSession | undefined;
  /** Resolves once, when the agent has answered the prompt or cannot. Never rejects. */
  readonly ended: Promise<PromptEnd>;
  private readonly connection: ClientConnection;
  private readonly calls = new OpenCalls();
  /** Ids of our requests that are not answered yet. */
  private readonly awaited = new Set<unknown>();
  private incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  /** Aborts when the prompt is over: no answer to a permission request matters any more. */
  private asking = new AbortController();
  private isStopping = false;
  /** What a human says next, in place of the rest of the prompt. */
  private next: string | undefined;
  /** The session whose prompt is not answered yet. */
  private prompted: string | undefined;

  constructor(private readonly options: AcpClientOptions) {
    const readable = new ReadableStream<AnyMessage>({
      start: (controller) => {
        this.incoming = controller;
      },
    });
    const writable = new WritableStream<AnyMessage>({
      write: (message) => {
        if ('method' in message && 'id' in message) this.awaited.add(message.id);
        options.write(`${JSON.stringify(message)}\n`);
      },
    });
    const app = client({ name: 'devs' })
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        const either = AbortSignal.any([signal, this.asking.signal]);
        const call = this.calls.asked(params.toolCall);
        const isOwn = options.tools !== undefined && call.mcpTool && isOwnTool(call.mcpTool);
        const answer: PermissionAnswer = isOwn
          ? { allowed: true }
          : await options.onPermission(toPermissionRequest(call), either);
        if (answer.allowed) options.onPermitted?.(params.toolCall.toolCallId);
        return { outcome: toOutcome(answer, params.options) };
      })
      // Extensions are not used.
      .onNotification('*', () => undefined);
    this.connection = app.connect({ readable, writable });
    this.ended = this.run(this.connection.agent).catch((error: unknown) => ({
      kind: 'failed',
      message: describeError(error),
    }));
  }

  /** Takes a message of the agent. */
  receive(message: object): void {
    const { id, method, params } = message as {
      readonly id?: unknown;
      readonly method?: unknown;
      readonly params?: unknown;
    };
    if (method === methods.client.session.update) this.calls.update(params);
    // The library prints answers that nobody waits for.
    else if (method === undefined && !this.awaited.delete(id)) return;
    else if (!this.connection.signal.aborted) this.incoming?.enqueue(message as AnyMessage);
  }

  /** Asks the agent to stop; false if it works on no prompt. Its answer resolves `ended`. */
  cancel(): boolean {
    if (this.isStopping) return false;
    this.isStopping = true;
    return this.interrupt();
  }

  /** Interrupts the agent and says something to it in the same session; false if it works on no prompt. */
  say(text: string): boolean {
    if (this.isStopping || this.prompted === undefined) return false;
    const isFirst = this.next === undefined;
    this.next = isFirst ? text : `${this.next}\n\n${text}`;
    return isFirst ? this.interrupt() : true;
  }

  private interrupt(): boolean {
    const { prompted: sessionId } = this;
    if (sessionId === undefined) return false;
    this.asking.abort();
    void this.connection.agent
      .notify(methods.agent.session.cancel, { sessionId })
      .catch(() => undefined);
    return true;
  }

  /** Ends it: the agent is gone, or has said what cannot be read. */
  close(message: string): void {
    this.isStopping = true;
    this.asking.abort();
    this.connection.close(new Error(message));
  }

  private async run(agent: ClientContext): Promise<PromptEnd> {
    const { login, mode, prompt } = this.options;
    const initialized = await agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: 'devs', title: 'Devs', version: '1' },
      clientCapabilities: {},
    });
    if (initialized.protocolVersion !== PROTOCOL_VERSION)
      return failed(
        `it speaks version ${initialized.protocolVersion} of the Agent Client Protocol, Devs version ${PROTOCOL_VERSION}`,
      );
    if (login !== undefined) await agent.request(methods.agent.authenticate, { methodId: login });
    const opened = await openSession(agent, initialized, this.options);
    if (typeof opened === 'object' && 'kind' in opened) return opened;
    this.session = opened;
    const { id: sessionId } = opened;
    if (mode !== undefined)
      await agent.request(methods.agent.session.setMode, { sessionId, modeId: mode });
    return await this.prompt(agent, { sessionId, prompt, initialized });
  }

  /** Gives the prompt, then whatever a human says meanwhile, until the agent has answered the last of it. */
  private async prompt(
    agent: ClientContext,
    { sessionId, prompt, initialized }: FirstPrompt,
  ): Promise<PromptEnd> {
    this.prompted = sessionId;
    try {
      for (let text = prompt; ;) {
        const { stopReason: reason } = await agent.request(methods.agent.session.prompt, {
          sessionId,
          prompt: [{ type: 'text', text }],
        });
        if (this.next === undefined || this.isStopping) return { kind: 'stopped', reason };
        text = this.next;
        this.next = undefined;
        this.asking = new AbortController();
      }
    } catch (error) {
      return failed(describeRefusal(error, initialized));
    } finally {
      this.prompted = undefined;
    }
  }
}

interface FirstPrompt {
  readonly sessionId: string;
  readonly prompt: string;
  readonly initialized: InitializeResponse;
}

async function openSession(
  agent: ClientContext,
  initialized: InitializeResponse,
  { cwd, session, tools }: Pick<AcpClientOptions, 'cwd' | 'session' | 'tools'>,
): Promise<AgentSession | PromptEnd> {
  const about: NewSessionRequest = {
    cwd,
    mcpServers: tools === undefined ? [] : [toMcpServer(tools)],
  };
  const lost =
    session && (await continueSession(agent, initialized, { ...about, sessionId: session }));
  if (session !== undefined && lost === undefined) return { id: session, isContinued: true };
  try {
    const { sessionId: id } = await agent.request(methods.agent.session.new, about);
    return { id, isContinued: false, ...(lost && { lost }) };
  } catch (error) {
    return failed(describeRefusal(error, initialized));
  }
}

/** Continues a session, without its history where the agent can; resolves with why not, undefined where it did. */
async function continueSession(
  agent: ClientContext,
  { agentCapabilities: can }: InitializeResponse,
  about: LoadSessionRequest,
): Promise<string | undefined> {
  const { session } = methods.agent;
  try {
    if (can?.sessionCapabilities?.resume) await agent.request(session.resume, about);
    else if (can?.loadSession === true) await agent.request(session.load, about);
    else return 'it cannot continue a session';
    return undefined;
  } catch (error) {
    return toLostReason(describeError(error));
  }
}

function toMcpServer({ command, args, env }: ToolServer): McpServer {
  return {
    ...{ name: SERVER_NAME, command, args: [...args] },
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
  };
}

function failed(message: string): PromptEnd {
  return { kind: 'failed', message };
}

/** Why a request was refused, with the agent's ways to log in where it says that nobody is. */
function describeRefusal(error: unknown, { authMethods = [] }: InitializeResponse): string {
  const message = describeError(error);
  const needsLogin = error instanceof RequestError && error.code === AUTH_REQUIRED;
  return needsLogin ? describeAuthentication(message, authMethods) : message;
}

/** The agent's own words: the message of its error, and the details that it adds. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const data = error instanceof RequestError ? error.data : undefined;
  const details =
    typeof data === 'object' && data !== null
      ? ((data as { details?: unknown; message?: unknown }).details ??
        (data as { message?: unknown }).message)
      : data;
  return typeof details === 'string' && details.trim() !== ''
    ? `${error.message}: ${details}`
    : error.message;
}
