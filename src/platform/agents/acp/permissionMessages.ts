import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionOutcome,
} from '@agentclientprotocol/sdk';
import {
  PERMISSION_KINDS,
  type PermissionAnswer,
  type PermissionRequest,
} from '../../../model/permissions/permission';
import { isObject } from '../../json/jsonValue';
import type { AcpCall } from '../streams/acpCall';
import { narrowDiff } from '../streams/narrowDiff';

/** What a permission request is about: what is known of the call that it names. */
export function toPermissionRequest(call: AcpCall): PermissionRequest {
  const { kind = 'other', tool, title, input, args, diffs } = call;
  const command = kind === 'execute' ? (readCommand(input) ?? title) : undefined;
  return {
    kind: PERMISSION_KINDS.find((known) => known === kind) ?? 'other',
    ...{ tool, title, args },
    ...(command !== undefined && { command }),
    paths: [...new Set([...call.paths, ...readPath(input)])],
    changes: diffs.map(({ path = '', oldText = '', newText }) =>
      oldText === '' ? { path, after: newText } : { path, ...narrowDiff(oldText, newText) },
    ),
  };
}

function readCommand(input: unknown): string | undefined {
  const command = isObject(input) ? (input['command'] ?? input['cmd']) : undefined;
  if (typeof command === 'string') return command;
  return Array.isArray(command) && command.every((word) => typeof word === 'string')
    ? command.join(' ')
    : undefined;
}

const PATHS = ['file_path', 'path', 'filePath', 'absolute_path', 'notebook_path'] as const;

function readPath(input: unknown): readonly string[] {
  if (!isObject(input)) return [];
  return PATHS.flatMap((name) => {
    const path = input[name];
    return typeof path === 'string' ? [path] : [];
  });
}

/** The options that say yes or no, the narrowest first. */
const ALLOWING = ['allow_once', 'allow_always'] as const;
const REFUSING = ['reject_once', 'reject_always'] as const;

/**
 * The answer in the agent's own options: the narrowest one of its kind, because Devs itself remembers what is always
 * permitted. Without such an option, and for a cancelled call: `cancelled`, which permits nothing.
 */
export function toOutcome(
  answer: PermissionAnswer,
  options: readonly PermissionOption[],
): RequestPermissionOutcome {
  const isCancelled = !answer.allowed && answer.cancelled === true;
  const kinds: readonly PermissionOptionKind[] = answer.allowed ? ALLOWING : REFUSING;
  const found = isCancelled
    ? undefined
    : kinds.flatMap((kind) => options.find((option) => option.kind === kind) ?? []).at(0);
  return found === undefined
    ? { outcome: 'cancelled' }
    : { outcome: 'selected', optionId: found.optionId };
}
