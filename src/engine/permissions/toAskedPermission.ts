import {
  MAX_SHOWN_CHANGE,
  MAX_SHOWN_CHANGES,
  MAX_SHOWN_COMMAND,
  type AskedPermission,
} from '../../model/permissions/askedPermission';
import type { PermissionKind, PermissionRequest } from '../../model/permissions/permission';
import { toReadableRule } from '../../rules/permissions/toGrantedRule';
import { maskAndCut } from '../../text/maskAndCut';
import { visibleLine, visibleText } from '../../text/visibleText';

/** Characters of an action and a path that are shown, and paths. */
const MAX_ACTION = 200;
const MAX_PATH = 300;
const MAX_PATHS = 20;

export interface AskedFacts {
  readonly id: string;
  readonly agent: string;
  readonly now: Date;
  readonly timeoutMs: number;
}

/**
 * A request as a human sees it: secrets masked, what cannot be seen written as `\u{…}`, cut to what can be read. A rule
 * that cannot be read is not offered.
 */
export function toAskedPermission(
  request: PermissionRequest,
  { id, agent, now, timeoutMs }: AskedFacts,
): AskedPermission {
  const command =
    request.command === undefined ? undefined : shown(request.command, MAX_SHOWN_COMMAND);
  const changes = request.changes.slice(0, MAX_SHOWN_CHANGES).map(({ path, before, after }) => {
    const [old, fresh] = [before ?? '', after].map((text) => shown(text, MAX_SHOWN_CHANGE));
    const left = (old?.left ?? 0) + (fresh?.left ?? 0);
    const texts = {
      after: fresh?.text ?? '',
      ...(before !== undefined && { before: old?.text ?? '' }),
    };
    return { change: { path: visibleLine(path, MAX_PATH), ...texts }, left };
  });
  const omitted = request.changes.length - changes.length;
  const rule = toReadableRule(request);
  return {
    ...{ id, agent, kind: request.kind, action: describeAction(request) },
    ...(command !== undefined && { command: command.text }),
    paths: request.paths.slice(0, MAX_PATHS).map((path) => visibleLine(path, MAX_PATH)),
    changes: changes.map(({ change }) => change),
    left: changes.reduce((sum, { left }) => sum + left, (command?.left ?? 0) + omitted),
    ...(rule !== undefined && { rule }),
    askedAt: now.toISOString(),
    until: new Date(now.getTime() + timeoutMs).toISOString(),
  };
}

function shown(text: string, most: number): { readonly text: string; readonly left: number } {
  const { text: masked, left } = maskAndCut(text, most);
  return { text: visibleText(masked), left };
}

const VERBS: Readonly<Record<PermissionKind, string>> = {
  read: 'read',
  edit: 'edit',
  delete: 'delete',
  move: 'move',
  search: 'search',
  execute: 'run',
  think: 'think about',
  fetch: 'fetch',
  switch_mode: 'switch its mode',
  other: 'use',
};

/** What the agent wants to do, as in `AskedPermission`: "run `npm install`", "edit `src/cart.js`". */
export function describeAction({ kind, command, paths, title, tool }: PermissionRequest): string {
  const [path, ...others] = paths;
  const of = command ?? path ?? title;
  const more = command === undefined && others.length > 0 ? ` and ${others.length} more` : '';
  const name = kind === 'other' && tool !== of ? `${tool}: ${of}` : of;
  const quoted = visibleLine(maskAndCut(name, 2 * MAX_ACTION).text, MAX_ACTION).replace(/`/g, "'");
  return `${VERBS[kind]} \`${quoted}\`${more}`;
}
