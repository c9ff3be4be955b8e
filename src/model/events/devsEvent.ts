import type { z } from 'zod/mini';
import { addMissingFacts } from './addMissingFacts';
import { RUN_EVENT_SCHEMAS, TASK_EVENT_SCHEMAS } from './eventSchemas';

export type TaskEventName = keyof typeof TASK_EVENT_SCHEMAS;
export type RunEventName = keyof typeof RUN_EVENT_SCHEMAS;
export type EventName = RunEventName | TaskEventName;

const SCHEMAS: Readonly<Record<EventName, () => z.ZodMiniType>> = {
  ...RUN_EVENT_SCHEMAS,
  ...TASK_EVENT_SCHEMAS,
};

export const EVENT_NAMES = Object.keys(SCHEMAS) as readonly EventName[];

/** The facts of an event; JSON. */
export type EventData<N extends EventName> = Readonly<
  z.output<ReturnType<(typeof RUN_EVENT_SCHEMAS & typeof TASK_EVENT_SCHEMAS)[N]>>
>;

/** A loop over attempts; the other kind of `loop_detected` is proved by turns. */
export type LoopOfAttempts = Exclude<EventData<'loop_detected'>, { readonly loopType?: never }>;

/** One kind of event, or a union of several. */
export type EventOf<N extends EventName> = N extends EventName
  ? {
      /** ISO 8601, UTC. */
      readonly at: string;
      readonly event: N;
      readonly data: EventData<N>;
    } & (N extends TaskEventName ? { readonly taskId: string } : { readonly taskId?: never })
  : never;

/** One recorded fact, kept in the journal and sent to observers. */
export type DevsEvent = EventOf<EventName>;

/** An event before it is recorded. */
export type NewEvent = WithoutTime<DevsEvent>;
export type WithoutTime<E> = E extends DevsEvent ? Omit<E, 'at'> : never;

/** A stored event of an unknown version, kept unchanged. */
export interface UnknownEvent {
  readonly at: string;
  readonly event: 'unknown';
  /** Its stored name. */
  readonly name: string;
  readonly taskId?: string;
  readonly data: unknown;
}

export type StoredEvent = DevsEvent | UnknownEvent;

/** An event as stored; `taskId` absent for none. */
export interface EventRow {
  readonly at: string;
  readonly name: string;
  readonly taskId?: string;
  readonly data: unknown;
}

/** Reads the event of a row; `unknown` if its name, task or facts do not match a schema. Never throws. */
export function readEvent(row: EventRow): StoredEvent {
  const { at, name, taskId, data } = row;
  const known = isEventName(name) && isFacts(data) ? fittingFacts(name, data) : undefined;
  const isOfTask = Object.hasOwn(TASK_EVENT_SCHEMAS, name);
  if (known === undefined || (isOfTask && taskId === undefined))
    return { ...row, event: 'unknown' };
  const event = { at, event: name, ...(isOfTask ? { taskId } : {}), data: known };
  // The schema of this name has accepted the facts.
  return event as unknown as DevsEvent;
}

/** Reads the events of rows, in the same order. Never throws. */
export function readEvents(rows: readonly EventRow[]): readonly StoredEvent[] {
  return rows.map(readEvent);
}

/** The events with one of these names, in the same order. */
export function selectEvents<N extends EventName>(
  events: readonly StoredEvent[],
  names: readonly N[],
): readonly EventOf<N>[] {
  return events.filter((event): event is EventOf<N> => isNamed(event, names));
}

/** True for an event with one of these names. */
export function isNamed<N extends EventName>(
  event: StoredEvent,
  names: readonly N[],
): event is EventOf<N> {
  return names.some((name) => name === event.event);
}

function fittingFacts(name: EventName, data: Facts): Facts | undefined {
  const facts = addMissingFacts(name, data);
  return schemaOf(name).safeParse(facts).success ? facts : undefined;
}

const made = new Map<EventName, z.ZodMiniType>();

function schemaOf(name: EventName): z.ZodMiniType {
  const schema = made.get(name) ?? SCHEMAS[name]();
  made.set(name, schema);
  return schema;
}

type Facts = Readonly<Record<string, unknown>>;

function isFacts(data: unknown): data is Facts {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(SCHEMAS, name);
}
