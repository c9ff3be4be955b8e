import type { StoreReader } from '../ports/store';

/** What a human said to a task as its prompts carry it: the answer to a question stands with the question. */
export function guidanceOf(
  store: Pick<StoreReader, 'getTask' | 'latestReport'>,
  taskId: string,
  said: string,
): string {
  const status = store.getTask(taskId)?.status;
  const waits = status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck';
  const question = waits ? (store.latestReport(taskId)?.question?.trim() ?? '') : '';
  return question === '' ? said : `Question: ${question}\nAnswer: ${said}`;
}
