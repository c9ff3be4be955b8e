import { contentText, isObject, textOf, type JsonObject } from '../../json/jsonValue';

/** What the shell tool of Gemini CLI adds, and differs each time. */
const ADDED = /^<\/?untrusted_context>\n?|\n?<\/untrusted_context>$|^Process Group PGID: \d+\n?/gm;

/** The last lines of what the shell tools of Gemini CLI and Qwen Code say. */
const FAILED = /\nExit Code: (?!0\n)\d+\n(?:[A-Z][\w ]*: .*\n)*$/;

/** Whether the result of a command states an exit code that is not 0. */
export function saysFailed(response: unknown): boolean {
  const text = isObject(response) ? readText(response['llmContent']) : undefined;
  return text !== undefined && FAILED.test(`${text.replace('</untrusted_context>', '').trim()}\n`);
}

/** The result of a tool as its model reads it, as far as a hook's `tool_response` tells; '' for none. */
export function readToolResult(response: unknown): string {
  if (Array.isArray(response)) return contentText(response);
  if (!isObject(response)) return textOf(response);
  return (
    readText(response['llmContent'])?.replace(ADDED, '') ??
    readOutput(response) ??
    readEdit(response) ??
    readText(response['file']) ??
    readText(response['content']) ??
    readNames(response['filenames']) ??
    textOf(response)
  );
}

/** Output of a command. */
function readOutput({ stdout, stderr, output }: JsonObject): string | undefined {
  if (typeof output === 'string') return output;
  if (typeof stdout !== 'string') return undefined;
  return [stdout, textOf(stderr)].filter((text) => text !== '').join('\n');
}

/** An edit or a new file: the model only reads that it succeeded. */
function readEdit({ filePath, structuredPatch }: JsonObject): string | undefined {
  return Array.isArray(structuredPatch)
    ? `The file ${textOf(filePath)} has been written.`
    : undefined;
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) return contentText(value);
  return isObject(value) && 'content' in value ? contentText(value['content']) : undefined;
}

function readNames(value: unknown): string | undefined {
  return Array.isArray(value) ? value.map(textOf).join('\n') : undefined;
}
