import path from 'node:path';

/**
 * A file that a program or an agent named, relative to the folder with `/`; undefined for one outside. `of`: the rules
 * of paths, those of this system by default.
 */
export function placeInFolder(folder: string, file: string, of = path): string | undefined {
  const within = of.relative(folder, of.resolve(folder, file));
  const isOutside = within === '' || within.split(of.sep)[0] === '..' || of.isAbsolute(within);
  return isOutside ? undefined : within.split(of.sep).join('/');
}
