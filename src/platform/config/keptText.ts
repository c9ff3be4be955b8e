import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';

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
