import * as z from 'zod/mini';
import type { EventName } from '../../../src/model/events/devsEvent';
import { RUN_EVENT_SCHEMAS, TASK_EVENT_SCHEMAS } from '../../../src/model/events/eventSchemas';

/** The schema of every event's facts, as recorded. */
const SCHEMAS = { ...RUN_EVENT_SCHEMAS, ...TASK_EVENT_SCHEMAS };

/** As much of a JSON schema as the facts of events use. */
export interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string | number | boolean;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly not?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** A field of an event's line. */
export interface Field {
  readonly name: string;
  /** Its type in JSON, in words. */
  readonly type: string;
  /** Not every event of this name has it. */
  readonly optional: boolean;
}

/** The fields of an event's line after `event`, `task_id` and `timestamp`, in the order of the schema. */
export function fieldsOf(event: EventName): readonly Field[] {
  const found = new Map<string, Shape[]>();
  const forms = formsOf(z.toJSONSchema(SCHEMAS[event]()) as Shape);
  for (const { properties = {} } of forms) {
    for (const [fact, shape] of Object.entries(properties)) {
      for (const [name, each] of written(event, fact, shape)) {
        found.set(name, [...(found.get(name) ?? []), each]);
      }
    }
  }
  return [...found].map(([name, shapes]) => ({
    name,
    type: [...new Set(shapes.map(typeOf))].join(' or '),
    optional: shapes.length < forms.length || !forms.every((form) => isRequired(form, event, name)),
  }));
}

function formsOf(shape: Shape): readonly Shape[] {
  const forms = shape.anyOf ?? shape.oneOf;
  return forms === undefined ? [withAdded(shape)] : forms.flatMap(formsOf);
}

/** What `structuredEvent` adds to a loop over attempts. */
const ADDED: Readonly<Record<string, Shape>> = {
  kind: { const: 'task_after_task' },
  ...{ agent_id: { type: 'string' }, error_signature: { type: 'string' } },
  ...{ is_exact_match: { type: 'boolean' }, orchestrator_reasoning: { type: 'string' } },
};

function withAdded(form: Shape): Shape {
  const { properties, required = [] } = form;
  if (properties?.['recommendation'] === undefined) return form;
  return {
    properties: { ...properties, ...ADDED },
    required: [...required, ...Object.keys(ADDED)],
  };
}

/** A fact as `structuredEvent` writes it: under which names, or not at all. */
function written(event: EventName, fact: string, shape: Shape): readonly [string, Shape][] {
  const name = snakeCase(fact);
  if (shape.not !== undefined || name === 'task_id') return [];
  if (event === 'loop_recovery' && name === 'content') return [];
  if (event === 'lesson_recorded' && name === 'text') return [];
  if (event === 'debugger_asked' && name === 'diagnosis') return [];
  if (event === 'attempt_recorded' && name === 'at') return [['ended_at', shape]];
  if (event === 'loop_detected' && name === 'agent') return [];
  if (event === 'intervention' && name === 'who') {
    const actor = shape.anyOf?.find(({ properties }) => properties !== undefined);
    return [...Object.entries(actor?.properties ?? {}), ['with_hint', { type: 'boolean' }]];
  }
  return [[name, shape]];
}

function isRequired(form: Shape, event: EventName, name: string): boolean {
  const required = (form.required ?? []).map(snakeCase);
  if (event === 'intervention' && (name === 'with_hint' || name === 'who')) return true;
  return required.includes(name === 'ended_at' ? 'at' : name);
}

function typeOf(shape: Shape): string {
  if (shape.const !== undefined) return code(String(shape.const));
  if (shape.enum !== undefined) return shape.enum.map(code).join(', ');
  const forms = shape.anyOf ?? shape.oneOf;
  if (forms !== undefined) return forms.map(typeOf).join(' or ');
  if (shape.type === 'array') return `list of ${plural(typeOf(shape.items ?? {}))}`;
  if (shape.type === 'object') {
    const names = Object.keys(shape.properties ?? {}).map((name) => code(snakeCase(name)));
    return `object: ${names.join(', ')}`;
  }
  return shape.type === 'string' ? 'text' : (shape.type ?? 'any');
}

function plural(type: string): string {
  return type.startsWith('object') ? type.replace('object', 'objects') : `${type}s`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
