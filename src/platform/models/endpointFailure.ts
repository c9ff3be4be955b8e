import { MODEL_KEY_VARIABLE } from '../../model/judge/modelKeyVariable';
import type { JudgeFailure } from '../../ports/judge';
import { describeConnectionProblem } from './connectionProblem';
import type { SendFailure } from './postJson';

/** Why a call failed. */
export interface EndpointFailure {
  readonly kind: 'failed';
  readonly why: JudgeFailure;
  /** One sentence for humans without a full stop, with the remedy: no key, nothing that was sent, nothing that a server wrote. */
  readonly detail: string;
  /** Retrying cannot help without a change by the user. */
  readonly permanent: boolean;
  /** The request was understood and refused (400 or 422): another form of request may help. */
  readonly refused?: true;
  /** No request was made. */
  readonly unsent?: true;
}

/** What went wrong with a call. */
export type CallFailure =
  | SendFailure
  | { readonly kind: 'broke off'; readonly error: unknown }
  | {
      readonly kind:
        | 'too large'
        /** The response is not a document of the requested kind. */
        | 'not understood'
        /** The model says that it will not answer. */
        | 'declined'
        /** An empty answer. */
        | 'nothing said'
        /** The token limit was reached before the answer. */
        | 'used up'
        | 'bad key'
        | 'no key store'
        | 'cancelled'
        | 'timeout';
    };

/** What a call was about. */
export interface CallFacts {
  readonly purpose: 'chat' | 'embedding';
  readonly url: string;
  readonly model: string;
  readonly timeoutMs: number;
  /** Undefined where nothing was sent. */
  readonly sent: 'with a key' | 'without a key' | undefined;
}

type Said = Pick<EndpointFailure, 'why' | 'detail' | 'permanent' | 'refused'>;

const SET_KEY = `set ${MODEL_KEY_VARIABLE}, or run "Devs: Set Model Key…"`;

/** Describes a failed call for users. */
export function toEndpointFailure(trouble: CallFailure, facts: CallFacts): EndpointFailure {
  const unsent = facts.sent === undefined ? { unsent: true as const } : {};
  return { kind: 'failed', ...describeFailure(trouble, facts), ...unsent };
}

function describeFailure(trouble: CallFailure, facts: CallFacts): Said {
  const { host } = new URL(facts.url);
  const { model } = facts;
  switch (trouble.kind) {
    case 'status':
      return describeStatus(trouble.status, facts);
    case 'redirect':
      return {
        why: 'not there',
        detail: `${host} redirects to another address, which Devs does not follow: set "url" to the final one`,
        permanent: true,
      };
    case 'no connection':
    case 'broke off':
      return describeConnectionProblem(trouble.error, new URL(facts.url));
    case 'too large':
      return failed(`the response of ${host} is too large: check "url" and "model"`);
    case 'not understood':
      return failed(
        `${host} did not answer with a ${facts.purpose === 'chat' ? 'chat completion' : 'list of embeddings'}: check "url", which mostly ends in /v1`,
      );
    case 'declined':
      return failed(`"${model}" at ${host} declined to answer: try another model`);
    case 'nothing said':
      return failed(`"${model}" at ${host} gave an empty answer: try another model`);
    case 'used up':
      return failed(
        `"${model}" at ${host} reached its token limit before it answered: raise the limit there, or try a model that thinks less`,
      );
    case 'bad key':
      return notAllowed(
        `the key for ${host} has invalid characters, such as a space or a line break, or more than 4,096 characters: ${SET_KEY} again`,
      );
    case 'no key store':
      return notAllowed(`the key for ${host} could not be read from its storage: ${SET_KEY}`);
    case 'cancelled':
      return { why: 'cancelled', detail: 'it was cancelled', permanent: false };
    case 'timeout':
      return {
        why: 'timeout',
        detail: `${host} did not answer within ${formatTime(facts.timeoutMs)}: raise "timeout", or try a faster model`,
        permanent: false,
      };
    default:
      return trouble satisfies never;
  }
}

function describeStatus(status: number, facts: CallFacts): Said {
  const { host } = new URL(facts.url);
  const { model, purpose } = facts;
  switch (status) {
    case 401:
      return notAllowed(
        facts.sent === 'with a key'
          ? `${host} rejected the key (401): ${SET_KEY}`
          : `${host} requires a key (401): ${SET_KEY}`,
      );
    case 402:
      return notAllowed(`the credit at ${host} is used up (402): top it up there`);
    case 403:
      return notAllowed(`${host} refused access (403): check the rights of the key, or ${SET_KEY}`);
    case 404:
    case 405:
    case 410:
      return {
        why: 'not there',
        detail: `${host} has no such address, or no model "${model}" (${status}): check "url", which mostly ends in /v1, and "model"`,
        permanent: true,
      };
    case 408:
      return {
        why: 'timeout',
        detail: `${host} timed out (408): try again later`,
        permanent: false,
      };
    case 429:
      return {
        why: 'rate limit',
        detail: `${host} got too many requests, or its credit is used up (429): wait, or check the limits there`,
        permanent: false,
      };
    case 400:
    case 422:
      return {
        ...failed(
          `${host} refused the request (${status}): check that "${model}" is a model for ${purpose === 'chat' ? 'chat' : 'embeddings'}`,
        ),
        refused: true,
      };
    default:
      return failed(`${host} failed (${status}): try again later, or check its log`);
  }
}

function failed(detail: string): Said {
  return { why: 'service failure', detail, permanent: false };
}

function notAllowed(detail: string): Said {
  return { why: 'not allowed', detail, permanent: true };
}

function formatTime(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds));
  return whole < 1_000 ? `${whole} ms` : `${Math.round(whole / 100) / 10} s`;
}
