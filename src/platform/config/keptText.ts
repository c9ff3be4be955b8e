import { readFile, rename, unlink, writeFile } from 'node:fs/promises';

/** A text that outlives the process. Neither call rejects. */
export interface KeptText {
  /** Undefined if nothing is kept. */
  read(): Promise<string | undefined>;
  /** Whether it is kept now. */
  write(text: string): Promise<boolean>;
}

/** Keeps a text in a file, for this user only. A missing folder is not created: then nothing is kept. */
export function keepText(file: string): KeptText {
  const read = async (): Promise<string | undefined> =>
    readFile(file, 'utf8').catch(() => undefined);
  return {
    read,
    write: async (text) => {
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
