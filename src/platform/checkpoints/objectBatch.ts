import { encodeObject } from './objectCoding';
import type { ObjectStore } from './objectStore';
import { hashId } from './packFormat';
import type { PackFs } from './packFs';
import { PackWriter, type FinishedPack } from './packWriter';

/** Adds objects to the store: all of them or none. */
export class ObjectBatch {
  readonly #added = new Set<string>();
  readonly #writer: PackWriter;

  constructor(
    private readonly store: ObjectStore,
    folder: string,
    fs: PackFs,
  ) {
    this.#writer = new PackWriter(folder, fs);
  }

  has(id: string): boolean {
    return this.#added.has(id) || this.store.place(id) !== undefined;
  }

  listMissing(ids: readonly string[]): ReadonlySet<string> {
    return new Set(ids.filter((id) => !this.has(id)));
  }

  /** Stores an object unless it exists; returns its id. */
  async add(bytes: Buffer): Promise<string> {
    const id = hashId(bytes);
    if (this.has(id)) return id;
    this.#added.add(id);
    await this.#writer.add(id, bytes.length, await encodeObject(bytes));
    return id;
  }

  /** Makes the objects durable; undefined if there was nothing new. */
  commit(): Promise<FinishedPack | undefined> {
    return this.#writer.finish();
  }

  /** Leaves nothing behind. Never rejects. */
  abandon(): Promise<void> {
    return this.#writer.abandon();
  }
}
