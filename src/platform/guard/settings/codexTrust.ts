import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { StateError } from '../../../ports/workspaceState';
import { isObject, type JsonObject } from '../../json/jsonValue';

/** The table that holds the others, as Codex adds it. */
const EMPTY_STATE = /(?:^|\n)(?:[ \t]*\r?\n)?\[hooks\.state\][ \t]*(?=\r?\n|$)/;
const HAS_STATE = /^\s*\[hooks\.state\.|^\s*\[hooks\.state\][ \t]*\r?\n\s*[^\s[#]/m;

/** A command in a file with hooks, as Codex tells it from others. */
export interface CodexCommand {
  /** Path of its file. */
  readonly file: string;
  readonly event: string;
  /** Number of its group in the list of the event, and its own in the group. */
  readonly group: number;
  readonly place: number;
  readonly command: string;
  /** In seconds. */
  readonly timeout: number;
}

/** The commands in a text of hooks that Codex reads; none where it cannot be read. */
export function listCommands(file: string, text: string): readonly CodexCommand[] {
  const { hooks } = hooksIn(text);
  return Object.entries(isObject(hooks) ? hooks : {}).flatMap(([event, groups]) =>
    listOf(groups).flatMap((each, group) =>
      (isObject(each) ? listOf(each['hooks']) : []).flatMap((hook, place) => {
        const { command, timeout = 600 } = isObject(hook) ? hook : {};
        return typeof command === 'string' && typeof timeout === 'number'
          ? [{ file, event, group, place, command, timeout }]
          : [];
      }),
    ),
  );
}

/**
 * What the configuration of Codex notes of its trust in a command that has no matcher: whether it is for this very
 * command, as the hash of Codex says that was tried (docs/guard.md).
 */
export function findTrust(text: string, command: CodexCommand): 'this' | 'another' | 'none' {
  const { hooks } = parsed(text);
  const state = isObject(hooks) ? hooks['state'] : undefined;
  const { file, event, group, place } = command;
  const key = `${file}:${toLabel(event)}:${group}:${place}`;
  const noted = isObject(state) ? state[key] : undefined;
  if (!isObject(noted) || noted['enabled'] === false) return 'none';
  const { trusted_hash: hash } = noted;
  if (typeof hash !== 'string') return 'none';
  return hash === toHash(command) ? 'this' : 'another';
}

/** Seconds to which Codex shortens the hooks at the end of a session. */
const MAX_END_TIMEOUT = 3;

/** Of JSON with sorted names. */
function toHash({ event, command, timeout: stated }: CodexCommand): string {
  const timeout = event === 'SessionEnd' ? Math.min(stated, MAX_END_TIMEOUT) : stated;
  const hooks = [{ async: false, command, timeout, type: 'command' }];
  const identity = JSON.stringify({ event_name: toLabel(event), hooks });
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

function toLabel(event: string): string {
  return event.replaceAll(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
}

function hooksIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The configuration of Codex (TOML) without its trust in the hooks of these keys; all else stays as it is. Throws
 * `StateError` where that trust is written in another way than Codex does.
 */
export function removeTrust(text: string, keys: readonly string[], file: string): string {
  const rest = keys.reduce(removeTable, text);
  const next = HAS_STATE.test(rest) ? rest : rest.replace(EMPTY_STATE, '');
  if (isDeepStrictEqual(withoutTrust(text, keys), withoutTrust(next, []))) return next;
  throw new StateError(
    `${file}: the trust in hooks of Devs ([hooks.state]) could not be taken out; remove it by hand.`,
  );
}

/** Without the table of a key, and the empty line before it. */
function removeTable(text: string, key: string): string {
  const heads = [JSON.stringify(key), `'${key}'`].map((name) => `[hooks.state.${name}]`);
  const lines = text.split('\n');
  const start = lines.findIndex((line) => heads.includes(line.trim()));
  if (start < 0) return text;
  const next = lines.findIndex((line, at) => at > start && /^\s*\[/.test(line));
  const table = lines.slice(start, next < 0 ? lines.length : next);
  // What stands between its last member and the next table may be about that.
  const length = table.findLastIndex((line) => /^\s*\w+\s*=/.test(line)) + 1;
  const from = start > 0 && lines[start - 1]?.trim() === '' ? start - 1 : start;
  return [...lines.slice(0, from), ...lines.slice(start + Math.max(1, length))].join('\n');
}

/** The configuration as values, without the trust in these hooks. */
function withoutTrust(text: string, keys: readonly string[]): JsonObject {
  const { hooks, ...config } = parsed(text);
  if (!isObject(hooks)) return config;
  const { state, ...others } = hooks;
  const kept = isObject(state) ? Object.entries(state).filter(([key]) => !keys.includes(key)) : [];
  const left = kept.length === 0 ? others : { ...others, state: Object.fromEntries(kept) };
  return Object.keys(left).length === 0 ? config : { ...config, hooks: left };
}

/** Nothing for a text that is no TOML. */
function parsed(text: string): JsonObject {
  try {
    return parse(text);
  } catch {
    return {};
  }
}
