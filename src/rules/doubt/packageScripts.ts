/** Sections of `package.json` that configure test runners and coverage. */
const CONFIGURES = ['jest', 'mocha', 'ava', 'tap', 'vitest', 'c8', 'nyc'];

interface PackageFile {
  /** Command lines by name. */
  readonly scripts: ReadonlyMap<string, string>;
  /** JSON of each section that configures a test runner, by its key. */
  readonly settings: ReadonlyMap<string, string>;
}

/** What a `package.json` contributes to a verification; empty for one that cannot be parsed. */
export function parsePackage(text: string): PackageFile {
  const document = parseObject(text);
  const scripts = document['scripts'];
  const settings = CONFIGURES.filter((key) => Object.hasOwn(document, key));
  return {
    scripts: new Map(
      Object.entries(isObject(scripts) ? scripts : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
    settings: new Map(settings.map((key) => [key, JSON.stringify(document[key])])),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'npm.cmd', 'pnpm.cmd', 'yarn.cmd']);
/** Short forms of `npm test`. */
const TEST_WORDS = new Set(['test', 't', 'tst']);

/**
 * Names of the scripts that the words of a command run: those after `npm run`, `yarn`, `node --run`,
 * …, each with its `pre` and `post` script.
 */
export function listScripts(
  words: readonly string[],
  scripts: ReadonlyMap<string, string>,
): readonly string[] {
  const named = new Set<string>();
  words.forEach((word, index) => {
    if (word === '--run') named.add(words[index + 1] ?? '');
    if (!MANAGERS.has(word)) return;
    const rest = words.slice(index + 1).filter((each) => !each.startsWith('-'));
    const [first = '', second = ''] = rest;
    if (TEST_WORDS.has(first)) named.add('test');
    else if (first === 'run' || first === 'run-script') named.add(second);
    else named.add(first);
  });
  return [...named]
    .filter((name) => scripts.has(name))
    .flatMap((name) => [`pre${name}`, name, `post${name}`])
    .filter((name) => scripts.has(name));
}
