import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CONFIG_FILE } from '../../model/config/config';
import { explainNoConfig } from '../../model/config/explainNoConfig';
import type { Answer } from '../../ports/answer';
import { readConfig, type ConfigSourceOptions } from './readConfig';
import { replaceFile } from './replaceFile';
import { validateConfig } from './validateConfig';
import { readYaml } from './yamlText';

/** The content of a `devs.yaml`: its top-level keys and their values. */
export type ConfigContent = Readonly<Record<string, unknown>>;

/** One change of `devs.yaml`. */
export interface ConfigEdit {
  /** What the file contains afterwards. */
  readonly change: (content: ConfigContent) => ConfigContent;
  /** Why the content must not be changed so; undefined if it may. */
  readonly refuse?: (content: ConfigContent) => string | undefined;
  /** Texts that may contain exactly that, the one that keeps most of the file first. */
  readonly write: (text: string, content: ConfigContent) => Iterable<string>;
  /** The answer once it is written. */
  readonly done: string;
  /** What a refusal begins with, such as "The task was not added." */
  readonly notDone: string;
  /** Whether nothing is to be written; absent: no. */
  readonly dryRun?: boolean;
}

/**
 * Changes `devs.yaml`; the only writer of a file that exists. Writes nothing unless the file is valid before and after,
 * contains exactly what the edit says, and is still the one that was read. Never rejects.
 */
export async function changeConfig(
  options: ConfigSourceOptions,
  edit: ConfigEdit,
): Promise<Answer> {
  let text = '';
  const before = await readConfig(options, (read, parse) => {
    text = read;
    return parse(read);
  });
  if (before.kind !== 'ok') return refuse(explainNoConfig(before));
  const next = editText(text, edit, options);
  if (typeof next !== 'string') return next;
  if (next === text || edit.dryRun === true) return { ok: true, message: edit.done };
  try {
    const written = await replaceFile(join(options.workspaceDir, CONFIG_FILE), {
      expected: text,
      next,
    });
    return written
      ? { ok: true, message: edit.done }
      : refuse(`${CONFIG_FILE} was changed at the same moment. ${edit.notDone} Try again.`);
  } catch (error) {
    return refuse(`${CONFIG_FILE} could not be changed: ${(error as Error).message}`);
  }
}

/** The first text that is valid and contains what the edit says of a valid text; otherwise the refusal. */
export function editText(
  text: string,
  { change, refuse: check, write, notDone }: ConfigEdit,
  places: Omit<ConfigSourceOptions, 'workspaceDir'>,
): string | Answer {
  const content = readContent(text);
  if (content === undefined) return refuse(notDone);
  const refusal = check?.(content);
  if (refusal !== undefined) return refuse(refusal);
  const wanted = change(content);
  if (isDeepStrictEqual(wanted, content)) return text;
  let last: ReturnType<typeof validateConfig> | undefined;
  for (const next of write(text, content)) {
    last = validateConfig(next, places);
    if (last.kind === 'ok' && isDeepStrictEqual(readContent(next), wanted)) return next;
  }
  return refuse(
    last?.kind === 'invalid'
      ? `${notDone} ${describeProblems(last.problems)}`
      : `${notDone} Devs cannot make this change in ${CONFIG_FILE} without changing other parts of it; edit the file yourself.`,
  );
}

/** A task as the file has it. */
export type TaskContent = Readonly<
  Partial<Record<'id' | 'title' | 'parent', string> & { dependsOn: readonly string[] }>
>;

/** The tasks of a valid file as it has them. */
export function tasksOf({ tasks }: ConfigContent): readonly TaskContent[] {
  return Array.isArray(tasks) ? (tasks as readonly TaskContent[]) : [];
}

function readContent(text: string): ConfigContent | undefined {
  const yaml = readYaml(text.replace(/^\uFEFF/, ''));
  return yaml.kind === 'value' ? (yaml.value as ConfigContent) : undefined;
}

// Without line numbers, which would refer to a text that was never written.
function describeProblems(problems: readonly { readonly message: string }[]): string {
  const messages = problems.map(({ message }) => message.replace(/"tasks\[\d+\]\./, '"'));
  return [...new Set(messages)].join(' ');
}

/** A refusal. */
export function refuse(message: string): Answer {
  return { ok: false, message };
}
