import type { PagedTask } from './taskPageView';

/** Under which name the saved state of a page holds which task it shows. */
const KEY = 'page';

/** The saved state of a page with its task in it. */
export function withPagedTask(state: object, { folder, taskId }: PagedTask): object {
  return { ...state, [KEY]: { folder, taskId } };
}

/** Which task a page shows, of its saved state, which may be any value; undefined for none. */
export function readPagedTask(state: unknown): PagedTask | undefined {
  const paged = fieldOf(state, KEY);
  const [folder, taskId] = [fieldOf(paged, 'folder'), fieldOf(paged, 'taskId')];
  return typeof folder === 'string' && typeof taskId === 'string' ? { folder, taskId } : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
