import type { SessionView } from '../../../src/protocol/sessionView';
import { flag, html, nothing, repeat, type Content, type TemplateResult } from '../../template';
import type { Context, Scope } from '../context';
import { createSender } from '../sender';
import { sessionCard, type SessionScope } from './sessionCard';

/** What the list needs of the page. */
export interface SessionListOptions {
  readonly redraw: () => void;
  /** The form for a new task. */
  readonly form: Scope;
}

/** Draws the sessions that Devs guards; nothing without one. */
export type SessionList = (sessions?: readonly SessionView[]) => Content;

let lastId = 0;

/** Creates the list without sessions. */
export function createSessionList(
  context: Context,
  { redraw, form }: SessionListOptions,
): SessionList {
  /** Each card has requests of its own. */
  const scopes = new Map<string, SessionScope>();
  const scopeOf = (key: string): SessionScope => {
    const known = scopes.get(key);
    if (known !== undefined) return known;
    const elementId = `session-${++lastId}`;
    const scope = { ...context, redraw, elementId, sender: createSender(context, redraw) };
    scopes.set(key, scope);
    return scope;
  };
  const entry = (session: SessionView): TemplateResult => {
    const scope = scopeOf(session.key);
    return html`<li
      class="card session"
      data-session=${session.key}
      data-status=${session.status}
      data-group=${session.needsYou ? 'needsYou' : 'open'}
      data-waiting=${flag(session.snoozedUntil !== undefined)}
      aria-labelledby="${scope.elementId}-title"
      >${sessionCard(scope, { session, form })}</li
    >`;
  };
  return (sessions = []) => {
    const keys = new Set(sessions.map(({ key }) => key));
    for (const key of scopes.keys()) if (!keys.has(key)) scopes.delete(key);
    if (sessions.length === 0) return nothing;
    return html`<section class="group sessions" aria-labelledby="sessions-title"
      ><h2 id="sessions-title"
        >Sessions <span class="count">${sessions.length.toLocaleString()}</span></h2
      ><ul class="cards" aria-labelledby="sessions-title"
        >${repeat(sessions, ({ key }) => key, entry)}</ul
      ></section
    >`;
  };
}
