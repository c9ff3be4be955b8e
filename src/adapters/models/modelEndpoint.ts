import type { JudgeFailure } from '../../ports/judge';
import type { ModelKeys } from './modelKeys';

export interface EndpointOptions {
  /** Absolute http(s) address up to and with its version; no user, no key in it. */
  readonly url: string;
  readonly keys: ModelKeys;
  /** Absent: the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
}

/** How long a call may take, and how it is called off. */
export interface CallLimits {
  readonly signal: AbortSignal;
  /** Milliseconds for all of it, the last byte of the answer included. */
  readonly timeoutMs: number;
}

export interface ChatRequest {
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** JSON schema that the answer is held to; absent: not asked for. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

export interface EmbedRequest {
  readonly model: string;
  /** One text or more, none of them empty. */
  readonly texts: readonly string[];
}

/** Why a call came to nothing. */
export interface EndpointFailure {
  readonly kind: 'failed';
  readonly why: JudgeFailure;
  /** One sentence for humans without a full stop, with the remedy: no key, nothing that was sent, nothing that a server wrote. */
  readonly detail: string;
  /** Asking again cannot help before a human did something. */
  readonly permanent: boolean;
  /** The request was understood and refused (400 or 422): asking in another way may help. */
  readonly refused?: true;
}

export type ChatAnswer =
  | EndpointFailure
  | {
      readonly kind: 'answered';
      /** 100,000 characters at most. */
      readonly text: string;
      /** Whole numbers >= 0; absent where the service does not count them. */
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    };

export type EmbedAnswer =
  | EndpointFailure
  | {
      readonly kind: 'answered';
      /** One for each text, in their order: finite numbers, the same count in each, one at least. */
      readonly vectors: readonly (readonly number[])[];
      readonly inputTokens?: number;
    };

/** A service that speaks OpenAI's HTTP API. Each method makes one HTTP request, or none; neither ever rejects. */
export interface ModelEndpoint {
  /** Host and port, for humans. */
  readonly host: string;
  chat(request: ChatRequest, limits: CallLimits): Promise<ChatAnswer>;
  embed(request: EmbedRequest, limits: CallLimits): Promise<EmbedAnswer>;
}

/** Opening reaches for nothing; the client is loaded with the first call. */
export function openEndpoint({ url, keys }: EndpointOptions): ModelEndpoint {
  const notYet = async (): Promise<EndpointFailure> => {
    await keys.find(url);
    return { kind: 'failed', why: 'not there', detail: 'not connected', permanent: true };
  };
  return { host: new URL(url).host, chat: notYet, embed: notYet };
}
