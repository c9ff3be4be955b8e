import { rawPath } from './tree';

/** Paths that histories are about, a character for each byte. */
export const PATHS: readonly string[] = [
  ...['a.txt', 'src/code.js', 'src/util.js', 'src/deep/er/x.ts', 'run.sh'],
  // Each can be a file, a folder or a link.
  ...['d', 'd/e', 'd/e/f', 'd/g', 'link', 'link/below'],
  ...['with space.txt', '"quo\'te".txt', 'new\nline', '-rf', 'back\\slash', '.dot', '*', ' '],
  ...['.gitx', 'x.git/config', '.gitattributes.bak', '.Git/z'],
  ...[
    '\u00e9.txt',
    'e\u0301.txt',
    '\u00fcn\u00ef/c\u00f8d\u00e9',
    '\u{1f600}',
    'l'.repeat(200),
  ].map(rawPath),
  // No UTF-8, and names that look like how such a one is written, or how that look is told from it.
  ...(process.platform === 'linux'
    ? ['\xff\xfe.bin', 'bad\xe9/in.txt', '\xe9.txt', '\\xE9.txt', '\\x5CxE9.txt', 'bad\\xE9/in.txt']
    : []),
  ...['nested/n.txt', 'nested/src/n.js', 'nested/new.js', 'clone/a.txt'],
];

/** Places that some rules ignore. */
export const IGNORED: readonly string[] = [
  ...['app.log', 'd/app.log', 'ignored/data.db', 'ignored/new', 'secret.env', 'build/out'],
  ...['node_modules/m/i.js', 'nested/n.log'],
];

export const RULES = ['*.log', 'ignored/', '/secret.env', 'build/', 'd/', '/a.txt'] as const;
/** The rules that hold at the beginning. */
export const FIRST_RULES = 0b1111;

/** Where links lead; `OUTSIDE` stands for a folder beside the workspace. */
export const LINKS = [
  ...['a.txt', 'd', '../outside', 'OUTSIDE', 'OUTSIDE/e', '.git', '/', 'nowhere', '.', '..'],
] as const;

export const MODES = [0o644, 0o755, 0o600, 0o444] as const;

/** Whether a rule set, in the root's `.gitignore` and without git, ignores a path. */
export function ignoredByRules(gitignore: string | undefined, path: string): boolean {
  const parts = path.split('/');
  if (parts.slice(0, -1).includes('node_modules')) return true;
  return (gitignore ?? '').split('\n').some((rule) => {
    if (rule === '*.log') return parts.some((part) => part.endsWith('.log'));
    if (rule.endsWith('/')) return parts.slice(0, -1).includes(rule.slice(0, -1));
    return rule.startsWith('/') && (path === rule.slice(1) || path.startsWith(`${rule.slice(1)}/`));
  });
}
