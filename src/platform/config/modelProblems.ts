import { showPath, showValue, type FilePath } from './fileProblem';
import { KNOWN_KEYS } from './configSchema';

/** Key names that probably hold a secret; excludes `tokens` and `author`. */
const SECRET_NAME = /key|token(?!s)|secret|passw|auth(?!or(?!iz))|bearer|credential|headers?$/i;

/** Known keys of a mapping at or below `judge` or `embeddings`; undefined elsewhere. */
export function findModelKeys(path: FilePath, type: unknown): readonly string[] | undefined {
  if (path[0] === 'embeddings') return KNOWN_KEYS.embeddings;
  if (path[0] !== 'judge') return undefined;
  if (path.length > 1) return KNOWN_KEYS.prices;
  return judgeKeys(type === 'vscode' ? 'vscode' : 'endpoint');
}

/**
 * Describes an unknown key at the top, `judge` or `embeddings` that probably holds a secret or belongs to the other
 * `type` of judge; undefined for any other key. Never shows the key's value.
 */
export function describeModelKey(path: FilePath, key: string, type: unknown): string | undefined {
  if (path.length > 0 && path[0] !== 'judge' && path[0] !== 'embeddings') return undefined;
  const place = path.length === 0 ? showValue(key) : `${showValue(key)} in ${showPath(path)}`;
  if (SECRET_NAME.test(key))
    return `Unknown key ${place}; model keys are never stored in a file: remove it, and set DEVS_MODEL_KEY or run "Devs: Set Model Key…".`;
  if (path[0] !== 'judge' || path.length > 1) return undefined;
  const other = type === 'vscode' ? 'endpoint' : 'vscode';
  return judgeKeys(other).includes(key)
    ? `The key ${place} goes only with type: ${other}; remove it, or change the type.`
    : undefined;
}

function judgeKeys(type: 'endpoint' | 'vscode'): readonly string[] {
  return type === 'vscode' ? KNOWN_KEYS.editorJudge : KNOWN_KEYS.endpointJudge;
}

/** Whether the path is the URL of a model service. */
export function isModelUrl(path: FilePath): boolean {
  return path.at(-1) === 'url' && (path[0] === 'judge' || path[0] === 'embeddings');
}

/** Formats a URL for messages without credentials, query and fragment. */
export function showUrl(value: unknown): string {
  if (typeof value !== 'string') return showValue(value);
  const bare = value.replace(/^([a-z]+:\/\/)?.*@/is, '$1…@').replace(/([?#]).*$/s, '$1…');
  return showValue(bare);
}
