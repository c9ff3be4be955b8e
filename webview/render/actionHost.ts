import type { Method, Params, Result } from '../../src/protocol/messages';

/** The host of a page that shows tasks, for everything except the page's start. */
export interface ActionHost {
  request<M extends Exclude<Method, 'ready'>>(method: M, params: Params<M>): Promise<Result<M>>;
  /** Requests the whole view and shows it. */
  refresh(): Promise<void>;
}
