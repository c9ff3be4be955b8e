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
import { isObject, wordOf } from '../../json/jsonValue';
import type { AcpCall } from '../streams/acpCall';
import { narrowDiff } from '../streams/narrowDiff';

/** What a permission request is about: what is known of the call that it names. */
export function toPermissionRequest(call: AcpCall): PermissionRequest {
  const { tool, title, input, args, diffs } = call;
  const patched = readPatch(input);
  // A patch that also removes or moves files is more than an edit.
  const isEdit = patched.length > 0 && patched.every(({ verb }) => EDITS.has(verb));
  const kind = isEdit ? 'edit' : (call.kind ?? 'other');
  const command = kind === 'execute' ? (readCommand(input) ?? title) : undefined;
  return {
    kind: PERMISSION_KINDS.find((known) => known === kind) ?? 'other',
    ...{ tool, title, args },
    ...(command !== undefined && { command }),
    paths: [...new Set([...call.paths, ...readPath(input), ...patched.map(({ path }) => path)])],
    changes: diffs.map(({ path = '', oldText = '', newText }) =>
      oldText === '' ? { path, after: newText } : { path, ...narrowDiff(oldText, newText) },
    ),
  };
}

function readCommand(input: unknown): string | undefined {
  const command = isObject(input) ? (input['command'] ?? input['cmd']) : undefined;
  if (typeof command === 'string') return command;
  const commands = isObject(input) ? input['commands'] : undefined;
  if (isTexts(commands)) return commands.join('\n');
  return isTexts(command) ? command.join(' ') : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

/** The files of a patch in the format of Codex, which Cline asks about without naming them; empty for anything else. */
function readPatch(input: unknown): readonly { readonly verb: string; readonly path: string }[] {
  const patch = isObject(input) ? input['input'] : undefined;
  if (typeof patch !== 'string' || !patch.includes('*** Begin Patch')) return [];
  return [...patch.matchAll(PATCHED)].map(([, verb = '', path = '']) => ({ verb, path }));
}

const EDITS: ReadonlySet<string> = new Set(['Add File', 'Update File']);
const PATCHED = /^\s*\*\*\* ((?:Add|Update|Delete) File|Move to):[ \t]*(.+?)[ \t\r]*$/gm;

const PATHS = ['file_path', 'path', 'filePath', 'absolute_path', 'notebook_path'] as const;

function readPath(input: unknown): readonly string[] {
  if (!isObject(input)) return [];
  const { files } = input;
  return [input, ...(Array.isArray(files) ? files.filter(isObject) : [])].flatMap((each) =>
    PATHS.flatMap((name) => wordOf(each[name]) ?? []),
  );
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
