import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import { exists } from '../state/lease/processIdentity';

/** A text that outlives the process. Neither call rejects. */
export interface KeptText {
  /** Undefined if nothing is kept. */
  read(): Promise<string | undefined>;
  /** Whether it is kept now. */
  write(text: string): Promise<boolean>;
}

/**
 * Keeps a text in a file, for this user only, secrets masked by a word that YAML allows anywhere. A missing folder is
 * not created: then nothing is kept.
 */
export function keepText(file: string, mask: SecretMask = MASK_NOTHING): KeptText {
  const read = async (): Promise<string | undefined> =>
    readFile(file, 'utf8').catch(() => undefined);
  return {
    read,
    write: async (whole) => {
      const text = mask.text(whole, 'MASKED');
      if ((await read()) === text) return true;
      const temporary = `${file}.${process.pid}.tmp`;
      return writeFile(temporary, text, { mode: 0o600 })
        .then(() => rename(temporary, file))
        .then(() => removeLeftovers(file).catch(() => undefined))
        .then(
          () => true,
          // A full disk leaves a part of it.
          () =>
            unlink(temporary).then(
              () => false,
              () => false,
            ),
        );
    },
  };
}

/** Removes what processes left that were killed while they wrote. Rejects where the folder cannot be read. */
async function removeLeftovers(file: string): Promise<void> {
  const start = `${basename(file)}.`;
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(start)) continue;
    const pid = Number(/^(\d+)\.tmp$/.exec(name.slice(start.length))?.[1]);
    if (pid > 0 && !exists(pid)) await unlink(join(dirname(file), name)).catch(() => undefined);
  }
}
