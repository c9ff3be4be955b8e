import type { CheckpointEntry } from '../../model/workspace/checkpoint';

/**
 * One line of a tree: one name in a folder. Names and ids are byte strings (one character per
 * byte), because a name need not be valid UTF-8.
 */
export type TreeLine =
  | { readonly kind: 'entry'; readonly name: string; readonly entry: CheckpointEntry }
  | { readonly kind: 'folder'; readonly name: string; readonly id: string }
  /** An unknown path; for a folder, everything in it that is not named elsewhere. */
  | { readonly kind: 'unknown'; readonly name: string; readonly isFolder: boolean }
  /** Further lines of this folder, in another object. */
  | { readonly kind: 'more'; readonly id: string };

const START = 'devs-tree 1';
const END = '\0';

/** Encodes lines as an object. */
export function encodeTree(lines: readonly TreeLine[]): Buffer {
  return Buffer.from(`${START}${END}${lines.map(encodeLine).join('')}`, 'latin1');
}

/** Decodes the lines of an object; undefined if it is not a tree. */
export function decodeTree(bytes: Buffer): readonly TreeLine[] | undefined {
  const parts = bytes.toString('latin1').split(END);
  if (parts[0] !== START || parts.length % 2 !== 0 || parts.at(-1) !== '') return undefined;
  const lines: TreeLine[] = [];
  for (let index = 1; index + 1 < parts.length; index += 2) {
    const line = decodeLine(parts[index] ?? '', parts[index + 1] ?? '');
    if (line === undefined) return undefined;
    lines.push(line);
  }
  return lines;
}

/**
 * Splits the lines of a folder at boundaries that depend on names only, so that one change in a
 * large folder creates one small new object.
 */
export function splitTree(lines: readonly TreeLine[]): readonly (readonly TreeLine[])[] {
  if (lines.length <= MAX_PART_LINES) return [lines];
  const parts: TreeLine[][] = [];
  let part: TreeLine[] = [];
  for (const line of lines) {
    part.push(line);
    const isCut = line.kind !== 'more' && hashName(line.name) % MEAN_PART_LINES === 0;
    if (!isCut && part.length < MAX_PART_LINES) continue;
    parts.push(part);
    part = [];
  }
  return part.length > 0 ? [...parts, part] : parts;
}

const MAX_PART_LINES = 400;
const MEAN_PART_LINES = 96;

/** FNV-1a. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

function encodeLine(line: TreeLine): string {
  switch (line.kind) {
    case 'entry': {
      const { stored, size, version } = line.entry;
      return `${stored ? 'k' : 'n'} ${size} ${version}${END}${line.name}${END}`;
    }
    case 'folder':
      return `t ${line.id}${END}${line.name}${END}`;
    case 'unknown':
      return `${line.isFolder ? '*' : '?'}${END}${line.name}${END}`;
    case 'more':
      return `m ${line.id}${END}${END}`;
    default:
      return line satisfies never;
  }
}

function decodeLine(what: string, name: string): TreeLine | undefined {
  const rest = what.slice(2);
  if (what.startsWith('m ')) return { kind: 'more', id: rest };
  // Not file names: Devs did not write this tree.
  if (name === '' || name === '.' || name === '..' || name.includes('/')) return undefined;
  switch (what.slice(0, 1)) {
    case 'k':
    case 'n': {
      const space = rest.indexOf(' ');
      const entry = {
        version: rest.slice(space + 1),
        size: Number(rest.slice(0, space)),
        stored: what.startsWith('k'),
      };
      return { kind: 'entry', name, entry };
    }
    case 't':
      return { kind: 'folder', name, id: rest };
    case '*':
    case '?':
      return { kind: 'unknown', name, isFolder: what === '*' };
    default:
      return undefined;
  }
}
