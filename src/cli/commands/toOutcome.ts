import type { Answer } from '../../ports/answer';
import { failed, type Outcome } from '../terminal/outcome';
import { printable } from '../terminal/printable';

/** Converts an answer of the app to the outcome of a command; `next` follows a success. */
export function toOutcome(answer: Answer, next = ''): Outcome {
  if (!answer.ok) return failed(answer.message);
  const message = next === '' ? answer.message : `${answer.message} ${next}`;
  return { ok: true, text: `${printable(message)}\n`, json: { ok: true, message } };
}
