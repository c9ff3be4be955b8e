import * as z from 'zod/mini';
import { TASK_STATUSES } from '../task/task';

export const text = z.string();
export const count = z.number();
export const texts = z.readonly(z.array(text));
export const counts = z.readonly(z.array(count));
export const status = z.enum(TASK_STATUSES);
/** Proved loops are `stuck`. */
export const level = z.enum(['suspect', 'stuck']);

// Objects are made when an event is read: making all of them takes a tenth of `devs status`.
export const actor = () =>
  z.object({ pid: count, who: z.enum(['window', 'terminal']), host: text });
