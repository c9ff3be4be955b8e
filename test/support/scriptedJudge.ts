import type { Judge, JudgePrompt, JudgeReply } from '../../src/ports/judge';
import type { Models } from '../../src/ports/models';

/** For runs whose configuration names no model: asking is a mistake. */
export const NO_MODELS: Models = {
  judge: () => {
    throw new Error('no judge is configured');
  },
  embedder: () => {
    throw new Error('no embedder is configured');
  },
};

/** A judge that answers as told, and remembers what it was asked. */
export interface ScriptedJudge extends Judge {
  readonly asked: JudgePrompt[];
}

/** Answers call `n`, counted from 1, with `answer(n)`. */
export function scriptedJudge(
  answer: (call: number, prompt: JudgePrompt) => JudgeReply,
): ScriptedJudge {
  const asked: JudgePrompt[] = [];
  return {
    name: 'scripted judge',
    asked,
    ask: (prompt) => {
      asked.push(prompt);
      return Promise.resolve(answer(asked.length, prompt));
    },
  };
}

/** `NO_MODELS` but with this judge. */
export function modelsOf(judge: Judge): Models {
  return { ...NO_MODELS, judge: () => judge };
}
