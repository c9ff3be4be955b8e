import { isAbsolute, posix } from 'node:path';

/** What only one worktree has, so that a file that names it is of no use in another one. */
export interface OwnPlaces {
  /** Name of the folder that holds the worktree: a part of its path however that is written. */
  readonly mark: string;
  /** First of its ten ports, which differ in their last digit alone. */
  readonly firstPort: number;
}

/** Bytes of a file that are searched, from its beginning. */
export const MAX_SEARCHED_BYTES = 64 * 1024 * 1024;

/** Finds what is of one worktree alone in contents that come in chunks. */
export class OwnPlacesSearch {
  private readonly marks: readonly Buffer[];
  private readonly ports: Buffer;
  /** The end of the content so far: what is searched for may lie across chunks. */
  private rest = Buffer.alloc(0);
  private bytes = 0;
  /** What was found: a clause about the file; undefined while nothing was. */
  found: string | undefined;

  constructor({ mark, firstPort }: OwnPlaces) {
    this.marks = [Buffer.from(mark), Buffer.from(mark, 'utf16le')];
    this.ports = Buffer.from(String(firstPort).slice(0, -1));
  }

  push(chunk: Buffer): void {
    if (this.found !== undefined || this.bytes >= MAX_SEARCHED_BYTES) return;
    this.bytes += chunk.length;
    const text = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    if (this.marks.some((mark) => text.includes(mark)))
      this.found = 'holds the path of its worktree';
    else if (this.hasPort(text)) this.found = 'holds a port of its worktree (DEVS_PORT)';
    this.rest = Buffer.from(text.subarray(Math.max(0, text.length - OVERLAP)));
  }

  /** Whether a port of the worktree is named as one. Its digits alone would be found in any large file. */
  private hasPort(text: Buffer): boolean {
    for (let at = text.indexOf(this.ports); at !== -1; at = text.indexOf(this.ports, at + 1)) {
      const end = at + this.ports.length + 2;
      if (PORT.test(text.toString('latin1', Math.max(0, at - BEFORE_PORT), end))) return true;
    }
    return false;
  }
}

/** At the end: the digits of a port, with one character after them where there is one. */
const PORT =
  /(?:port["']?\s{0,2}[=:]?\s{0,2}["']?|localhost:|127\.0\.0\.1:|0\.0\.0\.0:)\d{5}(?!\d)\D?$/i;
const BEFORE_PORT = 24;
const OVERLAP = 64;

/** Why a link is of no use in another worktree, a clause about it; undefined if it leads to the same there. */
export function findOwnTarget(
  link: { readonly path: string; readonly target: string },
  { mark }: OwnPlaces,
): string | undefined {
  const target = link.target.replaceAll('\\', '/');
  if (target.includes(mark)) return 'is a link with the path of its worktree';
  if (isAbsolute(link.target)) return undefined;
  const to = posix.normalize(posix.join(posix.dirname(link.path), target));
  return to === '..' || to.startsWith('../') ? 'is a link that leaves its worktree' : undefined;
}
