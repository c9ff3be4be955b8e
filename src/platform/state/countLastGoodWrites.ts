import type { RetirableReader } from './database/sqlStore';
import { UnusableDatabase } from './database/unusableDatabase';
import { readDatabase } from './databaseFile';

/** How often the last good file was written; undefined if there is none, or it cannot be used. */
export async function countLastGoodWrites(
  lastGood: string,
  open: (bytes: Uint8Array) => RetirableReader | Promise<RetirableReader>,
): Promise<number | undefined> {
  const { bytes } = await readDatabase(lastGood);
  if (bytes === undefined) return undefined;
  try {
    const opened = await open(bytes);
    const writes = opened.writes();
    opened.retire();
    return writes;
  } catch (error) {
    if (error instanceof UnusableDatabase) return undefined;
    throw error;
  }
}
