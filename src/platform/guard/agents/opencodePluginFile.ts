import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The file in which the plugin for OpenCode is installed, beside the hook. */
export const OPENCODE_PLUGIN = 'opencodePlugin.mjs';

/** The text of a plugin of OpenCode that loads the guard's. `words`: start the hook; its file is among them. */
export function opencodePluginFile(words: readonly string[], hookFile: string): string {
  const url = pathToFileURL(join(dirname(hookFile), OPENCODE_PLUGIN)).href;
  return [
    '// Written by `devs guard install opencode`; `devs guard uninstall opencode` removes it.',
    `import { devsPlugin } from ${JSON.stringify(url)};`,
    '',
    `export const Devs = devsPlugin(${JSON.stringify(words)});`,
    '',
  ].join('\n');
}
