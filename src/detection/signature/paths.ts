/** Names that a file has in every run, as against those that are drawn by lot. */
const STEADY_NAME = /\/((?!tmp)[A-Za-z][A-Za-z_]{0,40}\.[a-z]{1,5})$/;
const TEMPORARY =
  /(?<![\w.~-])(?:(?:\/private)?(?:\/var)?\/tmp|(?:\/private)?\/var\/folders|\/dev\/shm|[A-Za-z]:[\\/]Users[\\/][^\\/\s]{1,64}[\\/]AppData[\\/]Local[\\/]Temp|[A-Za-z]:[\\/](?:Windows[\\/])?Temp)([\\/][^\s'"`:;,()<>[\]{}|]*)/gi;
const HOME =
  /(?<![\w.])(?:\/home\/[\w.-]{1,64}|\/Users\/[\w.-]{1,64}|\/root(?=\/)|[A-Za-z]:[\\/]Users[\\/][^\\/\s'":]{1,64})/g;
const TEMPORARY_NAME = /\btmp(?=[a-z_]{0,7}\d)[a-z\d_]{8}\b/g;

/**
 * Paths as they are in every run: those in the workspace relative to it, temporary ones and homes
 * masked. `workspace` is absolute; '' is none.
 */
export function maskPaths(text: string, workspace: string): string {
  const related = relativeTo(text, workspace.replace(/[\\/]$/, ''));
  return related
    .replace(TEMPORARY, (_, rest: string) => maskedTemporary(rest))
    .replace(TEMPORARY_NAME, '<tmp>')
    .replace(HOME, '~');
}

function maskedTemporary(rest: string): string {
  const slashed = rest.replaceAll('\\', '/').replace(/\.$/, '');
  const inFolder = slashed.indexOf('/', 1) > 0;
  const name = inFolder ? STEADY_NAME.exec(slashed)?.[1] : undefined;
  return name === undefined ? '<tmp>' : `<tmp>/${name}`;
}

function relativeTo(text: string, workspace: string): string {
  if (workspace === '') return text;
  let plain = text;
  for (const prefix of [`file://${workspace}`, `/private${workspace}`, workspace]) {
    plain = withoutPrefix(plain, prefix);
  }
  return plain;
}

function withoutPrefix(text: string, prefix: string): string {
  let from = text.indexOf(prefix);
  if (from < 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (; from >= 0; from = text.indexOf(prefix, from + prefix.length)) {
    const after = from + prefix.length;
    const next = text[after] ?? '';
    const before = text[from - 1] ?? '';
    if (/[\w.-]/.test(next) || /[\w.~-]/.test(before)) continue;
    parts.push(text.slice(done, from));
    const isFolder = next === '/' || next === '\\';
    if (!isFolder) parts.push('.');
    done = isFolder ? after + 1 : after;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
