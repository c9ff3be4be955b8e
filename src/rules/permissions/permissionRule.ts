import type { PermissionRequest } from '../../model/permissions/permission';
import type { PermissionRule } from '../../model/permissions/permissionPolicy';
import { splitCommands } from '../steps/text/splitCommands';
import { matchesPattern } from './matchesPattern';

/** Kinds that name files. */
const OF_FILES = new Set(['read', 'edit', 'delete', 'move', 'search']);
/** Kinds that change files. */
const CHANGING = new Set(['edit', 'delete', 'move']);
/** What makes a shell do more than the command says. */
const EXPANDS = /\$\(|`|[<>]|[()]|\$\{/;
/** Files that decide what agents may do. */
const PROTECTED = /^(?:devs\.ya?ml|\.git(?:\/|$))/i;

/** The first rule that speaks of the request in a way that refuses or asks: of any part of it. */
export function findRestricting(
  rules: readonly PermissionRule[],
  request: PermissionRequest,
): PermissionRule | undefined {
  return rules.find((rule) => isOfKind(rule, request) && touches(rule, request));
}

/**
 * The first of the rules that together permit the request: all of its files and each of its commands. A command in which
 * the shell expands or redirects something is permitted only as a whole.
 */
export function findPermitting(
  rules: readonly PermissionRule[],
  request: PermissionRequest,
): PermissionRule | undefined {
  const ofKind = rules.filter((rule) => isOfKind(rule, request));
  const whole = ofKind.find((rule) => permitsWhole(rule, request));
  if (whole !== undefined) return whole;
  if (request.command !== undefined) return permittingEach(ofKind, listCommands(request.command));
  return OF_FILES.has(request.kind) ? permittingEach(ofKind, request.paths) : undefined;
}

function isOfKind({ kind }: PermissionRule, request: PermissionRequest): boolean {
  return kind === '*' || kind === request.kind;
}

function touches({ pattern }: PermissionRule, request: PermissionRequest): boolean {
  if (pattern === undefined) return true;
  const { command, paths, title, tool } = request;
  const parts =
    command === undefined ? [title, tool, ...paths] : [command, ...listCommands(command, true)];
  return parts.some((part) => matchesPattern(pattern, part));
}

function permitsWhole({ kind, pattern }: PermissionRule, request: PermissionRequest): boolean {
  const { command, paths, title, tool } = request;
  if (pattern === undefined) {
    if (kind === '*' || !OF_FILES.has(request.kind)) return true;
    const isKnown = paths.length > 0 || !CHANGING.has(request.kind);
    return isKnown && paths.every((path) => isInside(path) && !isProtected(path, request));
  }
  // Without a wildcard the text is known to the one who wrote the rule.
  if (command !== undefined) return !hasWildcard(pattern) && matchesPattern(pattern, command);
  if (OF_FILES.has(request.kind)) return false;
  return matchesPattern(pattern, title) || matchesPattern(pattern, tool);
}

function isProtected(path: string, { kind }: PermissionRequest): boolean {
  return CHANGING.has(kind) && PROTECTED.test(path);
}

/** Paths inside the workspace are relative to it and normalised. */
function isInside(path: string): boolean {
  return !/^(?:\/|[A-Za-z]:|\\|\.\.(?:\/|$))/.test(path);
}

function permittingEach(
  rules: readonly PermissionRule[],
  parts: readonly string[] | undefined,
): PermissionRule | undefined {
  if (parts === undefined || parts.length === 0) return undefined;
  const found = parts.map((part) =>
    rules.find(({ pattern }) => pattern !== undefined && matchesPattern(pattern, part)),
  );
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

/** The commands of a command line; undefined, or what can be told with `anyway`, where a shell does more than they say. */
function listCommands(line: string): readonly string[] | undefined;
function listCommands(line: string, anyway: true): readonly string[];
function listCommands(line: string, anyway = false): readonly string[] | undefined {
  if (!anyway && EXPANDS.test(line)) return undefined;
  const commands = splitCommands(line).map(({ text }) => text);
  if (!anyway) return commands;
  // What a command substitution runs is a command, too.
  return [...commands, ...line.split(/[`()]|[<>]\(|&&|\|\|?|[;&\n]/).map((part) => part.trim())];
}

function hasWildcard(pattern: string): boolean {
  return /(?<!\\)\*/.test(pattern);
}
