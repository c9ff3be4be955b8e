/** Arguments of a call, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a parsed value; undefined for a list and for anything that is no object. */
export function toFields(value: unknown): Fields | undefined {
  return typeof value !== 'object' || value === null || Array.isArray(value)
    ? undefined
    : (value as Fields);
}

/** The first of these fields that is a text or a list of texts, which are joined. */
export function findText(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
      return findScript(value) ?? value.join(' ');
  }
  return undefined;
}

const SHELL = /(?:^|\/)(?:ba|da|z)?sh$/;

/** Finds the script in an argument list such as `["bash", "-lc", "cat a"]`. */
function findScript([program = '', option = '', ...rest]: readonly string[]): string | undefined {
  return rest.length === 1 && SHELL.test(program) && /^-\w?c$/.test(option) ? rest[0] : undefined;
}
