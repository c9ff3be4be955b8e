/** Files that a command may name as `{promptFile}` and `{systemPromptFile}`. */
export interface PromptFiles {
  readonly promptFile?: string;
  readonly systemPromptFile?: string;
}

const PLACEHOLDER = /\{(promptFile|systemPromptFile)\}/g;
/** Quotes directly around a placeholder are replaced by our own quoting. */
const QUOTED_PLACEHOLDER = /(["']?)\{(promptFile|systemPromptFile)\}\1/g;

/** Whether the command names this file. */
export function usesPlaceholder(
  command: string | readonly string[],
  name: keyof PromptFiles,
): boolean {
  const words = typeof command === 'string' ? [command] : command;
  return words.some((word) => word.includes(`{${name}}`));
}

/** Puts paths into one element of a list, as they are. Unknown placeholders stay. */
export function fillElement(element: string, files: PromptFiles): string {
  return element.replace(PLACEHOLDER, (placeholder, name: keyof PromptFiles) => {
    return files[name] ?? placeholder;
  });
}

/** Puts paths into a shell's text, each through `quote`. Unknown placeholders stay. */
export function fillShellText(
  text: string,
  { files, quote }: { readonly files: PromptFiles; readonly quote: (path: string) => string },
): string {
  return text.replace(QUOTED_PLACEHOLDER, (placeholder, _mark, name: keyof PromptFiles) => {
    const path = files[name];
    return path === undefined ? placeholder : quote(path);
  });
}
