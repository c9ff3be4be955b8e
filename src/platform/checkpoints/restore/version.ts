import type { CheckpointEntry } from '../../../model/workspace/checkpoint';

/** A version that a restore can create. */
export type Version =
  | { readonly kind: 'file'; readonly mode: number; readonly digest: string }
  | { readonly kind: 'link'; readonly digest: string };

const FILE = /^file:([0-7]{1,4}):([0-9a-f]{64})$/;
const LINK = /^link:([0-9a-f]{64})$/;
const PERMISSIONS = 0o777;

/** Parses a version; undefined unless it is a link or a file with plain permission bits. */
export function parseVersion(text: string): Version | undefined {
  const [, mode = '', digest = ''] = FILE.exec(text) ?? [];
  const bits = parseInt(mode, 8);
  if (mode !== '') return bits > PERMISSIONS ? undefined : { kind: 'file', mode: bits, digest };
  const [, link] = LINK.exec(text) ?? [];
  return link === undefined ? undefined : { kind: 'link', digest: link };
}

/** The version of an existing file, comparable by `isSame`. */
export function fileVersion(mode: bigint, digest: string): Version {
  return { kind: 'file', mode: Number(mode) & PERMISSIONS, digest };
}

export function isSame(a: Version | undefined, b: Version | undefined): boolean {
  if (a === undefined || b === undefined || a.digest !== b.digest) return false;
  if (a.kind === 'file' && b.kind === 'file') return a.mode === b.mode;
  return a.kind === b.kind;
}

/** The recorded state of a path. */
export type TargetState =
  | { readonly kind: 'absent' }
  /** `stored`: whether the content is available; `size` in bytes. */
  | ({ readonly kind: 'leaf'; readonly version: Version | undefined } & Pick<
      CheckpointEntry,
      'size' | 'stored'
    >);

/** The recorded state of a known path; no entry means that nothing existed. */
export function toTargetState(entry: CheckpointEntry | undefined): TargetState {
  if (entry === undefined) return { kind: 'absent' };
  const { version, size, stored } = entry;
  return { kind: 'leaf', version: parseVersion(version), size, stored };
}
