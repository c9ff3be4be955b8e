import { showPath, showValue, type FilePath } from './fileProblem';
import { KNOWN_KEYS } from './configSchema';

/** Names under which a secret is likely to stand; a number of tokens is none, an author neither. */
const SECRET_NAME = /key|token(?!s)|secret|passw|auth(?!or(?!iz))|bearer|credential|headers?$/i;

/** The keys that are known at a place below `judge` or `embeddings`; undefined elsewhere. */
export function knownModelKeys(path: FilePath, type: unknown): readonly string[] | undefined {
  if (path[0] === 'embeddings') return KNOWN_KEYS.embeddings;
  if (path[0] !== 'judge') return undefined;
  if (path.length > 1) return KNOWN_KEYS.prices;
  return keysOf(type === 'vscode' ? 'vscode' : 'endpoint');
}

/**
 * What is wrong with a key that is unknown at the top or below `judge` or `embeddings`, where more
 * can be said than that; `type`: that of the judge. Never shows what the key holds.
 */
export function modelKeyProblem(path: FilePath, key: string, type: unknown): string | undefined {
  if (path.length > 0 && path[0] !== 'judge' && path[0] !== 'embeddings') return undefined;
  const place = path.length === 0 ? showValue(key) : `${showValue(key)} in ${showPath(path)}`;
  if (SECRET_NAME.test(key))
    return `Unknown key ${place}; a key for models never stands in a file: remove it, and set DEVS_MODEL_KEY or run "Devs: Set Model Key…".`;
  if (path[0] !== 'judge' || path.length > 1) return undefined;
  const other = type === 'vscode' ? 'endpoint' : 'vscode';
  return keysOf(other).includes(key)
    ? `The key ${place} goes only with type: ${other}; remove it, or change the type.`
    : undefined;
}

function keysOf(type: 'endpoint' | 'vscode'): readonly string[] {
  return type === 'vscode' ? KNOWN_KEYS.editorJudge : KNOWN_KEYS.endpointJudge;
}

/** Whether the address of a model's service stands there. */
export function isModelUrl(path: FilePath): boolean {
  return path.at(-1) === 'url' && (path[0] === 'judge' || path[0] === 'embeddings');
}

/** An address as messages show it: without what may be a password or a key. */
export function showUrl(value: unknown): string {
  if (typeof value !== 'string') return showValue(value);
  const bare = value.replace(/^([a-z]+:\/\/)?.*@/is, '$1…@').replace(/([?#]).*$/s, '$1…');
  return showValue(bare);
}
