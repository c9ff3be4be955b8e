import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StateError } from '../../../ports/workspaceState';
import { diskError, errorCode } from '../../state/files/diskError';
import { syncFolder, writeDurably } from '../../state/files/durableFile';
import { bringResult, type Bringing } from './bringResult';
import { keepResult, type Keeping } from './keepResult';
import { NotKept } from './notKept';
import { halfFolder, listResults, removeHalves, removeResult, sizeFile } from './resultFolders';
import { DamagedResult, listFile } from './resultList';

/** Results that are kept, the last used ones: for branches with different lock files. */
const MAX_RESULTS = 3;

const NOTE = 'not-kept.json';
const noteSchema = z.object({ key: z.string(), message: z.string() });

/** The results of setups that are kept in one folder. Only the lease holder uses it. */
export class SetupResults {
  /** Setups that run in this process, by key; each resolves when its result is kept or given up. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly said = new Set<string>();
  private swept: Promise<void> | undefined;

  constructor(private readonly parent: string) {}

  /**
   * Brings the result of a key into a worktree. `false` where there is none that can be used; a sentence where that is
   * worth saying. Rejects when `signal` aborts; the worktree is then as it was.
   */
  async bring(key: string, bringing: Bringing): Promise<boolean | string> {
    const folder = join(this.parent, key);
    if (!existsSync(listFile(folder))) return false;
    const { staging, signal } = bringing;
    try {
      await this.sweep();
      await rm(staging, { recursive: true, force: true });
      mkdirSync(staging, { mode: 0o700 });
      utimesSync(listFile(folder), new Date(), new Date());
      return await bringResult(folder, bringing);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StateError) throw error;
      if (!(error instanceof DamagedResult))
        return this.onceRefused('bring what `setup` made into', staging, error);
      await removeResult(this.parent, key);
      return `What \`setup\` made in another worktree is damaged and was removed: ${error.message}.`;
    } finally {
      await removeLater(staging);
    }
  }

  /**
   * Keeps what a setup made; resolves with a sentence where that is impossible and was not said before. Does nothing more
   * when `signal` aborts.
   */
  async keep(key: string, find: () => Promise<Keeping>): Promise<string> {
    const [folder, half] = [join(this.parent, key), halfFolder(this.parent, key)];
    if (existsSync(listFile(folder))) return '';
    try {
      await this.sweep();
      mkdirSync(half, { recursive: true, mode: 0o700 });
      const bytes = await keepResult(half, await find());
      writeDurably(sizeFile(half), Buffer.from(JSON.stringify({ bytes })));
      await removeResult(this.parent, key);
      renameSync(half, folder);
      syncFolder(this.parent);
      rmSync(this.note, { force: true });
      for (const old of listResults(this.parent).slice(MAX_RESULTS))
        await removeResult(this.parent, old.key);
      return '';
    } catch (error) {
      await removeLater(half);
      return this.explain(key, error);
    }
  }

  /** Why the last result could not be kept, a sentence; undefined if it was. */
  get notice(): string | undefined {
    return this.readNote()?.message;
  }

  /** Whether the last result of this key could not be kept. */
  isRefused(key: string): boolean {
    return this.readNote()?.key === key;
  }

  /** A setup of this key that runs in this process now. */
  runningOf(key: string): Promise<void> | undefined {
    return this.running.get(key);
  }

  /** Notes that a setup of this key runs, until what is returned is called. */
  begin(key: string): () => void {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.running.set(key, ended);
    return () => {
      if (this.running.get(key) === ended) this.running.delete(key);
      end();
    };
  }

  private async sweep(): Promise<void> {
    await (this.swept ??= removeHalves(this.parent));
  }

  private explain(key: string, error: unknown): string {
    if ((error as Error).name === 'AbortError') return '';
    if (!(error instanceof NotKept))
      return this.onceRefused('keep what `setup` made in', this.parent, error);
    const message = `What \`setup\` made is not kept for other worktrees: ${error.message}.`;
    const before = this.readNote();
    if (before?.key === key && before.message === message) return '';
    try {
      writeDurably(this.note, Buffer.from(JSON.stringify({ key, message })));
    } catch {
      // It is said again, then.
    }
    return message;
  }

  /** What the disk refused; '' for what it refused before. */
  private onceRefused(action: string, path: string, error: unknown): string {
    const about = `${action} ${errorCode(error)}`;
    if (this.said.has(about)) return '';
    this.said.add(about);
    return diskError(action, path, error).message;
  }

  private get note(): string {
    return join(this.parent, NOTE);
  }

  private readNote(): z.infer<typeof noteSchema> | undefined {
    try {
      return noteSchema.parse(JSON.parse(readFileSync(this.note, 'utf8')));
    } catch {
      return undefined;
    }
  }
}

/** Removes what is no result; what the disk does not let go is removed before the next use. */
async function removeLater(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
