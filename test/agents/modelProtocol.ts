/** Something the scripted model says before it looks at a file, and that file: as `ModelScript.edit.path`. */
export interface ScriptedLook {
  readonly says: string;
  readonly reads: string;
  /** Files that it looks at in the same message. */
  readonly andAtOnce?: readonly string[];
}

/** What the scripted model does for an agent: it looks at files, makes one edit, then says one last message. */
export interface ModelScript {
  /** One after the other; nothing where absent. */
  readonly looks?: readonly ScriptedLook[];
  /** The file the agent is told to write: relative to its workspace, which is absolute. */
  readonly edit: {
    readonly workspace: string;
    readonly path: string;
    readonly content: string;
  };
  /** The text of the last message, after the tool has answered. */
  readonly finalText: string;
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

/** One provider's wire format: which paths are its own, and how it says the script's two steps. */
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

/** What comes next in a script. */
export type ModelMove =
  | { readonly kind: 'look'; readonly look: ScriptedLook }
  | { readonly kind: 'edit' }
  | { readonly kind: 'end' };

/** The move after so many results of tools. */
export function moveAfter({ looks = [] }: ModelScript, results: number): ModelMove {
  let answered = 0;
  for (const look of looks) {
    if (results <= answered) return { kind: 'look', look };
    answered += filesOf(look).length;
  }
  return { kind: results <= answered ? 'edit' : 'end' };
}

/** All that one message looks at. */
export function filesOf({ reads, andAtOnce = [] }: ScriptedLook): readonly string[] {
  return [reads, ...andAtOnce];
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

/** Server-sent events; an event with a `type` is also named by it, as two of the three providers do. */
export function events(list: readonly object[]): ModelAnswer {
  const body = list
    .map((event) => {
      const name = 'type' in event ? `event: ${String(event.type)}\n` : '';
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
  return { status: 200, contentType: 'text/event-stream', body };
}
