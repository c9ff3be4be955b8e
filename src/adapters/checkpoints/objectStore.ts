import { decode } from './coding';
import { idOf, type PackEntry } from './packFormat';
import { openPack, packNames, readStored, type Pack } from './packFolder';

/** Where an object is. */
export interface ObjectPlace {
  readonly pack: Pack;
  readonly entry: PackEntry;
}

/** Why an object cannot be had. */
export class LostObject extends Error {
  override readonly name = 'LostObject';
}

/** Packs may be replaced while they are read: this often the newest ones are looked for. */
const TRIES = 20;

/**
 * The objects of all packs in a folder. Every object that it gives is what its id says. Others may
 * add, replace and remove packs at any time; what they keep stays readable.
 */
export class ObjectStore {
  readonly #packs = new Map<string, Pack>();
  #places = new Map<string, ObjectPlace>();

  constructor(private readonly folder: string) {}

  get packs(): ReadonlyMap<string, Pack> {
    return this.#packs;
  }

  /** Looks which packs there are. Throws file system errors. */
  refresh(): void {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const names = packNames(this.folder);
      this.#forget(new Set(names));
      // One that is gone again was replaced by others, which the next look finds.
      if (names.every((name) => this.#packs.has(name) || this.#learn(openPack(this.folder, name))))
        return;
    }
  }

  /** As of the last look. */
  place(id: string): ObjectPlace | undefined {
    return this.#places.get(id);
  }

  /** Throws `LostObject` when it is missing or damaged, and file system errors. */
  async get(id: string): Promise<Buffer> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const place = this.#find(id);
      if (place === undefined) throw new LostObject('it is not there');
      const stored = readStored(this.folder, place.pack.name, place.entry);
      if (stored === undefined) {
        this.refresh();
        continue;
      }
      const bytes = await decode(stored, place.entry.size).catch(() => undefined);
      if (bytes === undefined || idOf(bytes) !== id)
        throw new LostObject(`it is damaged in ${place.pack.name}`);
      return bytes;
    }
    throw new LostObject('it was moved again and again');
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
    for (const entry of pack.entries ?? [])
      if (!this.#places.has(entry.id)) this.#places.set(entry.id, { pack, entry });
  }

  #forget(names: ReadonlySet<string>): void {
    const gone = [...this.#packs.keys()].filter((name) => !names.has(name));
    if (gone.length === 0) return;
    for (const name of gone) this.#packs.delete(name);
    // What they held may lie in another pack as well.
    this.#places = new Map();
    for (const pack of this.#packs.values()) this.#place(pack);
  }
}
