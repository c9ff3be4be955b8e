import { decodeObject, type EncodedObject } from './objectCoding';
import { hashId, type PackEntry } from './packFormat';
import { openPack, listPackNames, readStored, type Pack } from './packFolder';

/** Location of an object. */
export interface ObjectPlace {
  readonly pack: Pack;
  readonly entry: PackEntry;
}

/** An object is missing or damaged; the message says which. */
export class LostObject extends Error {
  override readonly name = 'LostObject';
}

/**
 * Reads an object with its stored form; `bytes` is undefined if they do not match its id.
 * Undefined if the pack is gone. Throws file system errors.
 */
export async function readObject(
  folder: string,
  { pack, entry }: ObjectPlace,
): Promise<{ readonly stored: EncodedObject; readonly bytes: Buffer | undefined } | undefined> {
  const stored = readStored(folder, pack.name, entry);
  if (stored === undefined) return undefined;
  const bytes = await decodeObject(stored, entry.size).catch(() => undefined);
  return { stored, bytes: bytes !== undefined && hashId(bytes) === entry.id ? bytes : undefined };
}

/** How often the pack list is refreshed, because packs may be replaced during a read. */
const MAX_TRIES = 20;

/**
 * The objects of all packs in a folder. Every returned object matches its id. Other processes may
 * add, replace and remove packs at any time; the objects that they keep stay readable.
 */
export class ObjectStore {
  readonly #packs = new Map<string, Pack>();
  #places = new Map<string, ObjectPlace>();
  /** All locations of objects that exist in several packs: one copy may be damaged. */
  #copies = new Map<string, ObjectPlace[]>();

  constructor(private readonly folder: string) {}

  get packs(): ReadonlyMap<string, Pack> {
    return this.#packs;
  }

  /** Reads the list of packs. Throws file system errors. */
  refresh(): void {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const names = listPackNames(this.folder);
      this.#forget(new Set(names));
      // A pack that vanished was replaced by others, which the next iteration finds.
      if (names.every((name) => this.#packs.has(name) || this.#learn(openPack(this.folder, name))))
        return;
    }
  }

  /** As of the last refresh. */
  place(id: string): ObjectPlace | undefined {
    return this.#places.get(id);
  }

  /** Reads an object. Throws `LostObject` if it is missing or damaged, and file system errors. */
  async get(id: string): Promise<Buffer> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const place = this.#find(id);
      if (place === undefined) throw new LostObject('it is not there');
      const read = await readObject(this.folder, place);
      if (read === undefined) this.refresh();
      else if (read.bytes !== undefined) return read.bytes;
      else if (!(await this.#preferWhole(id)))
        throw new LostObject(`it is damaged in ${place.pack.name}`);
    }
    throw new LostObject('it was moved repeatedly');
  }

  /** For each matching object with several copies, selects an intact copy if there is one. */
  async preferIntact(isMeant: (id: string) => boolean): Promise<void> {
    for (const id of [...this.#copies.keys()].filter(isMeant)) await this.#preferWhole(id);
  }

  /** False if no copy is intact. */
  async #preferWhole(id: string): Promise<boolean> {
    for (const place of this.#copies.get(id) ?? []) {
      if ((await readObject(this.folder, place))?.bytes === undefined) continue;
      // The list may have been refreshed meanwhile.
      if (this.#packs.get(place.pack.name) === place.pack) this.#places.set(id, place);
      return true;
    }
    return false;
  }

  #find(id: string): ObjectPlace | undefined {
    if (!this.#places.has(id)) this.refresh();
    return this.#places.get(id);
  }

  #learn(pack: Pack | undefined): boolean {
    if (pack === undefined) return false;
    this.#packs.set(pack.name, pack);
    this.#place(pack);
    return true;
  }

  #place(pack: Pack): void {
    for (const entry of pack.entries ?? []) {
      const place = { pack, entry };
      const first = this.#places.get(entry.id);
      if (first === undefined) this.#places.set(entry.id, place);
      else this.#copies.set(entry.id, [...(this.#copies.get(entry.id) ?? [first]), place]);
    }
  }

  #forget(names: ReadonlySet<string>): void {
    const gone = [...this.#packs.keys()].filter((name) => !names.has(name));
    if (gone.length === 0) return;
    for (const name of gone) this.#packs.delete(name);
    // Other packs may hold copies of their objects.
    this.#places = new Map();
    this.#copies = new Map();
    for (const pack of this.#packs.values()) this.#place(pack);
  }
}
