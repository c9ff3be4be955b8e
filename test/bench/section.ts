import type { Table } from './table';

/** What `--only` chooses from. */
export const TOPICS = [
  'activation',
  'sizes',
  'cli',
  'hook',
  'turn',
  'turns',
  'hops',
  'requests',
  'requestParts',
  'judge',
  'choosing',
  'lanes',
  'dashboard',
  'taskPage',
  'fingerprint',
  'checkpoints',
  'output',
  'signatures',
  'steps',
  'scale',
] as const;

/** What a part of the benchmark is about. */
export type Topic = (typeof TOPICS)[number];

/** What is measured only where `--only` names it: it takes as long as all else together. */
export const ONLY_NAMED: readonly Topic[] = ['scale'];

/** What a section measures beside this checkout. */
export interface Compared {
  /** Another built checkout, absolute: what is measured there as well is told as "before". */
  readonly before?: string | undefined;
}

/** One part of the benchmark. */
export interface Section {
  readonly topic: Topic;
  readonly title: string;
  /** What must be there before the clock starts, such as an installation. */
  readonly prepare?: () => Promise<void>;
  /** `files`: what the command line names, for sections that measure on data from outside. */
  readonly measure: (files: readonly string[], compared: Compared) => Promise<Table>;
}
