import { isObject, textOf, type JsonObject } from '../../json/jsonValue';
import { contentText } from './jsonText';

/** Members of an object that hold what a tool gave, the first that is a text. */
const OUTPUTS = [
  ...['formatted_output', 'aggregated_output', 'output', 'stdout', 'content', 'result', 'error'],
  'message',
] as const;

/** The line with which Copilot CLI ends the output of a command; its number grows from call to call. */
const SHELL_END = /\n?<shellId: \d+ completed with exit code \d+>$/;

/**
 * What a tool gave: a text as it is, content blocks as lines, the usual members of an object, and of a list of them;
 * undefined where none of them is known.
 */
export function readAcpOutput(output: unknown): string | undefined {
  if (Array.isArray(output))
    return output.every(isOutcome) ? output.map(readMember).join('\n') : contentText(output);
  return isObject(output) ? readMember(output) : textOf(output);
}

function readMember(output: JsonObject): string | undefined {
  for (const name of OUTPUTS) {
    const text = output[name];
    if (typeof text === 'string' && text !== '') return text.replace(SHELL_END, '');
  }
  const { result } = output;
  return isObject(result) && Array.isArray(result['content'])
    ? contentText(result['content'])
    : undefined;
}

/** Cline answers with one for each file or command of a call. */
function isOutcome(value: unknown): value is JsonObject {
  return isObject(value) && typeof value['success'] === 'boolean';
}

/** The exit code of a command, or 1 for what says of itself that it did not succeed; undefined where nothing does. */
export function readExitCode(output: unknown): number | undefined {
  if (Array.isArray(output)) return output.map(readExitCode).find((code) => (code ?? 0) !== 0);
  if (!isObject(output)) return undefined;
  const { metadata, contents } = output;
  const stated = [
    ...[output['exit_code'], output['exitCode']],
    isObject(metadata) ? metadata['exit'] : undefined,
  ].find((code) => typeof code === 'number');
  if (stated !== undefined) return stated;
  if (output['success'] === false) return 1;
  return Array.isArray(contents) ? readExitCode(contents) : undefined;
}
