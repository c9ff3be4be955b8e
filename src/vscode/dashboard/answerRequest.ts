import type { Method, Requests, ResponseMessage } from '../../protocol/messages';
import { answerPage, type PageHandlers, type PageOutcome, type Report } from '../pages/answerPage';

/** Result of a request of the dashboard. */
export type Outcome<M extends Method> = PageOutcome<Requests, M>;

/** One handler for each method of the dashboard's protocol. */
export type Handlers = PageHandlers<Requests>;

/** Answers one message of the dashboard, as `answerPage` does. */
export function answerRequest(
  raw: unknown,
  handlers: Handlers,
  report: Report,
): Promise<ResponseMessage | undefined> {
  const validator = async () => (await import('../../protocol/validateRequest')).validateRequest;
  return answerPage<Requests>(raw, { validator, handlers, report });
}
