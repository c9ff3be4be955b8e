import type { CheckpointEntry } from '../../../model/workspace/checkpoint';

/** A version that a restore can bring about. */
export type Version =
  | { readonly kind: 'file'; readonly mode: number; readonly digest: string }
  | { readonly kind: 'link'; readonly digest: string };

const FILE = /^file:([0-7]{1,4}):([0-9a-f]{64})$/;
const LINK = /^link:([0-9a-f]{64})$/;
const PERMISSIONS = 0o777;

/** Undefined for what is neither a file with plain permission bits nor a link. */
export function parseVersion(text: string): Version | undefined {
  const [, mode = '', digest = ''] = FILE.exec(text) ?? [];
  const bits = parseInt(mode, 8);
  if (mode !== '') return bits > PERMISSIONS ? undefined : { kind: 'file', mode: bits, digest };
  const [, link] = LINK.exec(text) ?? [];
  return link === undefined ? undefined : { kind: 'link', digest: link };
}

/** The version of what stands there, comparable by `isSame`. */
export function fileVersion(mode: bigint, digest: string): Version {
  return { kind: 'file', mode: Number(mode) & PERMISSIONS, digest };
}

export function isSame(a: Version | undefined, b: Version | undefined): boolean {
  if (a === undefined || b === undefined || a.digest !== b.digest) return false;
  if (a.kind === 'file' && b.kind === 'file') return a.mode === b.mode;
  return a.kind === b.kind;
}

/** What a path was, or is to be. */
export type TargetState =
  | { readonly kind: 'absent' }
  /** `stored` tells whether its content can be had; `size` is in bytes. */
  | ({ readonly kind: 'leaf'; readonly version: Version | undefined } & Pick<
      CheckpointEntry,
      'size' | 'stored'
    >);

/** What a state says of a path it knows; no entry means that nothing stood there. */
export function toTargetState(entry: CheckpointEntry | undefined): TargetState {
  if (entry === undefined) return { kind: 'absent' };
  const { version, size, stored } = entry;
  return { kind: 'leaf', version: parseVersion(version), size, stored };
}
