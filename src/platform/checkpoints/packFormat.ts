import { createHash } from 'node:crypto';

/** Location of an object in its pack. */
export interface PackEntry {
  /** SHA-256 of the object's bytes, in hex: its name. */
  readonly id: string;
  readonly offset: number;
  /** Bytes in the pack. */
  readonly length: number;
  /** Bytes of the object. */
  readonly size: number;
  readonly coding: Coding;
}

/** How an object is stored: plain, or deflated if that is shorter. */
export type Coding = 'plain' | 'deflated';

/** Start of a pack; the objects, the index (one row each) and the footer follow. */
export const PACK_START = Buffer.from('DEVSPK1\n');
/** Bytes of the footer: offset, length and SHA-256 of the index, and an end mark. */
export const FOOTER_BYTES = 56;

const PACK_END = Buffer.from('DEVSEND\n');
const ID_BYTES = 32;
const NUMBER_BYTES = 6;
const ROW_BYTES = ID_BYTES + 3 * NUMBER_BYTES + 1;
const CODINGS: readonly Coding[] = ['plain', 'deflated'];

/** Bytes of a pack in addition to its objects. */
export function packOverhead(objects: number): number {
  return PACK_START.length + objects * ROW_BYTES + FOOTER_BYTES;
}

/** SHA-256 in hex. */
export function hashId(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Index and footer of a pack whose objects end at `offset`. */
export function encodeIndex(entries: readonly PackEntry[], offset: number): Buffer {
  const index = Buffer.alloc(entries.length * ROW_BYTES);
  for (const [number, entry] of entries.entries()) {
    const row = index.subarray(number * ROW_BYTES, (number + 1) * ROW_BYTES);
    row.write(entry.id, 'hex');
    for (const [column, value] of [entry.offset, entry.length, entry.size].entries())
      row.writeUIntBE(value, ID_BYTES + column * NUMBER_BYTES, NUMBER_BYTES);
    row[ROW_BYTES - 1] = CODINGS.indexOf(entry.coding);
  }
  const footer = Buffer.alloc(FOOTER_BYTES);
  footer.writeUIntBE(offset, 2, NUMBER_BYTES);
  footer.writeUIntBE(index.length, 10, NUMBER_BYTES);
  createHash('sha256').update(index).digest().copy(footer, 16);
  PACK_END.copy(footer, 48);
  return Buffer.concat([index, footer]);
}

/** Location of the index in a pack of `fileSize` bytes; undefined if the footer is invalid. */
export function findIndex(
  footer: Buffer,
  fileSize: number,
): { readonly offset: number; readonly length: number } | undefined {
  if (footer.length !== FOOTER_BYTES || !footer.subarray(48).equals(PACK_END)) return undefined;
  const offset = footer.readUIntBE(2, NUMBER_BYTES);
  const length = footer.readUIntBE(10, NUMBER_BYTES);
  const fits = offset + length + FOOTER_BYTES === fileSize && length % ROW_BYTES === 0;
  return fits ? { offset, length } : undefined;
}

/** Decodes an index; undefined if it does not match the footer. */
export function decodeIndex(index: Buffer, footer: Buffer): readonly PackEntry[] | undefined {
  if (!createHash('sha256').update(index).digest().equals(footer.subarray(16, 48)))
    return undefined;
  const entries: PackEntry[] = [];
  for (let start = 0; start < index.length; start += ROW_BYTES) {
    const number = (column: number): number =>
      index.readUIntBE(start + ID_BYTES + column * NUMBER_BYTES, NUMBER_BYTES);
    const coding = CODINGS[index[start + ROW_BYTES - 1] ?? 0];
    if (coding === undefined) return undefined;
    const id = index.toString('hex', start, start + ID_BYTES);
    entries.push({ id, offset: number(0), length: number(1), size: number(2), coding });
  }
  return entries;
}
