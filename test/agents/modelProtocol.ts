/** Files that the scripted model looks at, and what it says before: relative to its workspace. */
export interface ScriptedRead {
  readonly says: string;
  readonly reads: string;
  /** Files that it looks at in the same message. */
  readonly andAtOnce?: readonly string[];
}

/** A shell command that the scripted model runs in its workspace, and what it says before. */
export interface ScriptedRun {
  readonly says: string;
  readonly runs: string;
}

/** A file that the scripted model writes, and what it says before. */
export interface ScriptedWrite {
  readonly says: string;
  readonly writes: ScriptedEdit;
}

/** A text that the scripted model replaces in a file, and what it says before. */
export interface ScriptedReplacement {
  readonly says: string;
  readonly edits: ScriptedChange;
}

/** One replacement in a file, whose path is relative to the workspace. */
export interface ScriptedChange {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** A tool of Devs that the scripted model calls, and what it says before. */
export interface ScriptedToolCall {
  readonly says: string;
  readonly tool: string;
  readonly input: object;
}

/** One message with calls of tools. */
export type ScriptedLook =
  | ScriptedRead
  | ScriptedRun
  | ScriptedWrite
  | ScriptedReplacement
  | ScriptedToolCall;

/** What the scripted model does for an agent: its looks one after the other, one edit, then one last message. */
export interface ModelScript {
  /** Where the agent works; absolute. */
  readonly workspace: string;
  /** One after the other; nothing where absent. */
  readonly looks?: readonly ScriptedLook[];
  /**
   * Repeated after the last of `looks`, so that neither `edit` nor `finalText` is ever reached; or the messages of round
   * 1, 2, 3 …, at least one.
   */
  readonly forever?: ScriptedLook | ((round: number) => readonly ScriptedLook[]);
  /** Number of requests that are answered; later ones are left open until the agent is ended. Absent: all are. */
  readonly answers?: number;
  /** The file the agent is told to write, relative to its workspace; nothing where absent. */
  readonly edit?: ScriptedEdit;
  /** The text of the last message, after the tools have answered. */
  readonly finalText: string;
}

/** One file and all it is to hold. */
export interface ScriptedEdit {
  readonly path: string;
  readonly content: string;
}

/** One HTTP answer; a body of several events is an event stream. */
export interface ModelAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Why a model does not answer: no requests left for the moment (named with the seconds to wait),
 * no credit, a service that is down, one with too much to do.
 */
export const REFUSALS = ['rateLimit', 'noCredit', 'unavailable', 'overloaded'] as const;

/** One of `REFUSALS`. */
export type Refusal = (typeof REFUSALS)[number];

/** Seconds that a rate limit asks to wait. */
export const RETRY_AFTER = 2;

/** One provider's wire format: which paths are its own, and how it says what the script does. */
export interface ModelProtocol {
  /** True for a path (without its query) that this provider serves. */
  readonly serves: (path: string) => boolean;
  /** The answer to one request; decided from the request alone, so that side requests change nothing. */
  readonly answer: (path: string, body: string, script: ModelScript) => ModelAnswer;
  /** The request header that carries the key. */
  readonly keyHeader: string;
  /** What the provider says to a wrong key, and to none. */
  readonly unauthorised: (hasKey: boolean) => ModelAnswer;
  /** What the provider says when it cannot serve; where it has no such answer, what a gateway before it says. */
  readonly refusals: Readonly<Record<Refusal, ModelAnswer>>;
}

/** One call of a tool; each protocol names the tool of its agent. Paths are relative to the workspace. */
export type ScriptedCall =
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'tool'; readonly tool: string; readonly input: object }
  | ({ readonly kind: 'write' } & ScriptedEdit)
  | ({ readonly kind: 'edit' } & ScriptedChange);

/** One message of the model: what it says and the calls it makes. Without calls it is the last one. */
export interface ModelMove {
  readonly says?: string;
  readonly calls: readonly ScriptedCall[];
}

/**
 * What agents answer to a call of a tool whose server has not connected yet. A model calls it again, so such an answer
 * is no result.
 */
export const NOT_CONNECTED = /No such tool available: mcp__|mcp__\w+ is not a function/;

/** The move after so many results of tools. */
export function moveAfter(script: ModelScript, results: number): ModelMove {
  let answered = 0;
  for (const look of script.looks ?? []) {
    const move = moveOf(look);
    if (results <= answered) return move;
    answered += move.calls.length;
  }
  if (typeof script.forever === 'function') {
    for (let round = 1; ; round += 1) {
      for (const look of script.forever(round)) {
        const move = moveOf(look);
        if (results <= answered) return move;
        answered += move.calls.length;
      }
    }
  }
  if (script.forever !== undefined) return moveOf(script.forever);
  if (script.edit !== undefined && results <= answered) {
    return { calls: [{ kind: 'write', ...script.edit }] };
  }
  return endOf(script);
}

/** The script's last message. */
export function endOf({ finalText }: ModelScript): ModelMove {
  return { says: finalText, calls: [] };
}

function moveOf(look: ScriptedLook): ModelMove {
  const { says } = look;
  if ('runs' in look) return { says, calls: [{ kind: 'run', command: look.runs }] };
  if ('tool' in look)
    return { says, calls: [{ kind: 'tool', tool: look.tool, input: look.input }] };
  if ('edits' in look) return { says, calls: [{ kind: 'edit', ...look.edits }] };
  if ('writes' in look) return { says, calls: [{ kind: 'write', ...look.writes }] };
  const paths = [look.reads, ...(look.andAtOnce ?? [])];
  return { says, calls: paths.map((path) => ({ kind: 'read', path })) };
}

/** The patch that adds a file, in the format of Codex. */
export function addFilePatch({ path, content }: ScriptedEdit): string {
  const added = content
    .trimEnd()
    .split('\n')
    .map((line) => `+${line}`);
  return ['*** Begin Patch', `*** Add File: ${path}`, ...added, '*** End Patch'].join('\n');
}

/** The patch that replaces lines of a file, in the format of Codex. */
export function replaceLinesPatch({ path, from, to }: ScriptedChange): string {
  const lines = (mark: string, text: string): string[] =>
    text.split('\n').map((line) => mark + line);
  return [
    ...['*** Begin Patch', `*** Update File: ${path}`, '@@'],
    ...[...lines('-', from), ...lines('+', to), '*** End Patch'],
  ].join('\n');
}

/** A JSON document as an answer. */
export function json(value: unknown, status = 200): ModelAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}

/** What a gateway says when nothing answers behind it. */
export const NO_UPSTREAM: ModelAnswer = {
  status: 503,
  contentType: 'text/plain',
  body: 'upstream connect error or disconnect/reset before headers. reset reason: connection timeout',
};

/** The answer with a header that names the seconds to wait. */
export function retryAfter(answer: ModelAnswer): ModelAnswer {
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(RETRY_AFTER) } };
}

/** The answer with a header that asks to try again at once. */
export function retryAtOnce(answer: ModelAnswer): ModelAnswer {
  return { ...answer, headers: { ...answer.headers, 'retry-after-ms': '1' } };
}

/** Server-sent events; an event with a `type` is also named by it, as two of the providers do. */
export function events(list: readonly object[]): ModelAnswer {
  const body = list
    .map((event) => {
      const name = 'type' in event ? `event: ${String(event.type)}\n` : '';
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
  return { status: 200, contentType: 'text/event-stream', body };
}

/** Server-sent events without names, each with this text as its data. */
export function dataEvents(list: readonly string[]): ModelAnswer {
  const body = list.map((data) => `data: ${data}\n\n`).join('');
  return { status: 200, contentType: 'text/event-stream', body };
}
