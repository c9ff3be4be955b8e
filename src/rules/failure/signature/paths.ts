import type { Mask } from './mask';

/** File names that are equal in every run, unlike random ones. */
const STEADY_NAME = /\/((?!tmp)[A-Za-z][A-Za-z_]{0,40}\.[a-z]{1,5})$/;
const TEMPORARY =
  /(?<![\w.~-])(?:(?:\/private)?(?:\/var)?\/tmp|(?:\/private)?\/var\/folders|\/dev\/shm|[A-Za-z]:[\\/]Users[\\/][^\\/\s]{1,64}[\\/]AppData[\\/]Local[\\/]Temp|[A-Za-z]:[\\/](?:Windows[\\/])?Temp)([\\/][^\s'"`:;,()<>[\]{}|]*)/gi;
const HOME =
  /(?<![\w.])(?:\/home\/[\w.-]{1,64}|\/Users\/[\w.-]{1,64}|\/root(?=\/)|[A-Za-z]:[\\/]Users[\\/][^\\/\s'":]{1,64})/g;
/** Folder that pytest creates for each run, in any temporary folder; its number counts the runs. */
const PYTEST_FOLDER = /\bpytest-of-[^\\/\s'"]{1,64}[\\/]pytest-\d{1,9}/g;
const TEMPORARY_NAME = /\btmp(?=[a-z_]{0,7}\d)[a-z\d_]{8}\b/g;

/** Masks for temporary and home paths, which differ for each run and machine. */
export const PATHS: readonly Mask[] = [
  {
    pattern: TEMPORARY,
    by: (_: string, rest: string) => maskedTemporary(rest),
    needs: '/tmp|\\tmp|/varfolders|/devshm',
  },
  { pattern: PYTEST_FOLDER, by: '<tmp>', needs: 'pytest-of-' },
  { pattern: TEMPORARY_NAME, by: '<tmp>', needs: '0tmp' },
  { pattern: HOME, by: '~', needs: '/home|/users|/root|:users' },
];

function maskedTemporary(rest: string): string {
  const slashed = rest.replaceAll('\\', '/').replace(/\.$/, '');
  const inFolder = slashed.indexOf('/', 1) > 0;
  const name = inFolder ? STEADY_NAME.exec(slashed)?.[1] : undefined;
  return name === undefined ? '<tmp>' : `<tmp>/${name}`;
}

/** Makes the paths in the workspace relative to it; `workspace` is absolute, or '' for none. */
export function relativeTo(text: string, workspace: string): string {
  const folder = workspace.replace(/[\\/]$/, '');
  if (folder === '') return text;
  let plain = text;
  for (const prefix of [`file://${folder}`, `/private${folder}`, folder]) {
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
