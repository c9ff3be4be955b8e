import { win32 } from 'node:path';
import which from 'which';
import type { CommandPlatform } from './commandLine';

/** This system, for programs that are looked up with `env` from `cwd`. */
export function thisPlatform(env: Readonly<Record<string, string>>, cwd: string): CommandPlatform {
  if (process.platform !== 'win32') return { kind: 'posix' };
  const value = (name: string): string | undefined =>
    Object.entries(env).find(([key]) => key.toLowerCase() === name)?.[1];
  const path = value('path') ?? '';
  const pathExt = value('pathext') ?? '.COM;.EXE;.BAT;.CMD';
  return {
    kind: 'windows',
    shell: value('comspec') ?? 'cmd.exe',
    findProgram(name) {
      const program = /[\\/]/.test(name) ? win32.resolve(cwd, name) : name;
      return which.sync(program, { path, pathExt, nothrow: true }) ?? undefined;
    },
  };
}
