import * as z from 'zod/mini';
import type { JudgeReply } from '../../ports/judge';
import type { CutOff } from './timeLimit';

type Failed = Extract<JudgeReply, { readonly kind: 'failed' }>;

/** An error of the editor's language models; it may have crossed from another process. */
const coded = z.object({ code: z.string() });

/** Converts an error of a model to a failed reply. `name`: the model's display name; the error is not quoted. */
export function toFailure(error: unknown, name: string): Failed {
  const parsed = coded.safeParse(error);
  switch (parsed.success ? parsed.data.code : '') {
    case 'NoPermissions':
      return unallowed(`Devs may no longer ask ${name}: run "Devs: Allow Judge Model…" again`);
    case 'NotFound':
      return {
        kind: 'failed',
        why: 'not there',
        detail: `${name} is no longer in VS Code: check that its extension still runs`,
        permanent: false,
        calls: 0,
      };
    case 'Blocked':
      return {
        kind: 'failed',
        why: 'rate limit',
        detail: `${name} refuses requests at present, perhaps because its quota is used up: wait, or name another model in devs.yaml`,
        permanent: false,
        calls: 1,
      };
    default:
      return {
        kind: 'failed',
        why: 'service failure',
        detail: `${name} failed: the log of its extension may say why`,
        permanent: false,
        calls: 1,
      };
  }
}

/** Failure: the user has not allowed the model, which was not called. */
export function notAllowedFailure(name: string): Failed {
  return unallowed(`Devs may not ask ${name} yet: run "Devs: Allow Judge Model…" once`);
}

function unallowed(detail: string): Failed {
  return { kind: 'failed', why: 'not allowed', detail, permanent: true, calls: 0 };
}

/** Failure: the prompt exceeds the model's input limit; the model was not called. */
export function tooLongFailure(name: string, tokens: number, most: number): Failed {
  return {
    kind: 'failed',
    why: 'service failure',
    detail: `${name} accepts at most ${most} tokens, but the question has ${tokens}: name a model with a larger context in devs.yaml`,
    permanent: true,
    calls: 0,
  };
}

/** Failure: time-out or cancellation before the model was called. */
export function cutOffFailure(how: CutOff, name: string): Failed {
  return {
    kind: 'failed',
    why: how,
    detail:
      how === 'timeout' ? `${name} did not answer in time` : `the request to ${name} was cancelled`,
    permanent: false,
    calls: 0,
  };
}

/** The same while the editor was still listing models of its extensions. */
export function notFoundFailure(how: CutOff, name: string): Failed {
  const failed = cutOffFailure(how, name);
  if (how === 'cancelled') return failed;
  const why =
    'an extension that provides models may still be starting or may be waiting for you to sign in';
  return { ...failed, detail: `VS Code did not list ${name} in time: ${why}` };
}
