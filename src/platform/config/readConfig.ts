import { CONFIG_FILE, type ConfigResult } from '../../model/config/config';
import { existsSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeGone } from '../workspace/describeGone';
import type { OtherSources } from './resolveLimits';
import {
  findOtherProblems,
  MAX_CONFIG_BYTES,
  toLengthProblem,
  validateConfig,
} from './validateConfig';

export interface ConfigSourceOptions extends OtherSources {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
}

type Parse = (text: string) => ConfigResult;

/** Reads the current configuration of a workspace. `parseCached` can return an earlier result. Never rejects. */
export async function readConfig(
  options: ConfigSourceOptions,
  parseCached: (text: string, parse: Parse) => ConfigResult = (text, parse) => parse(text),
): Promise<ConfigResult> {
  try {
    const content = await readText(join(options.workspaceDir, CONFIG_FILE));
    if (content.kind === 'text')
      return parseCached(content.text, (text) => validateConfig(text, options));
    const problem =
      content.kind === 'tooLong'
        ? toLengthProblem()
        : { source: CONFIG_FILE, message: content.message };
    return { kind: 'invalid', problems: [problem, ...findOtherProblems(options)] };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && existsSync(options.workspaceDir)) return { kind: 'missing' };
    const message = isMissing
      ? describeGone(options.workspaceDir)
      : `The file cannot be read: ${(error as Error).message}. Make it readable.`;
    return { kind: 'invalid', problems: [{ source: CONFIG_FILE, message }] };
  }
}

type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'odd'; readonly message: string };

async function readText(path: string): Promise<Content> {
  // Checked before opening: opening a pipe would wait for a writer.
  const stats = await stat(path);
  if (!stats.isFile()) return { kind: 'odd', message: 'It must be a file.' };
  if (stats.size > MAX_CONFIG_BYTES) return { kind: 'tooLong' };
  const bytes = await readFile(path);
  if (!isUtf8(bytes))
    return { kind: 'odd', message: 'The file is not UTF-8 text; save it as UTF-8.' };
  return { kind: 'text', text: bytes.toString('utf8') };
}
