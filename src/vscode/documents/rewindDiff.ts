import { window, type Tab } from 'vscode';
import type { RewindStep } from '../../model/workspace/rewindRecord';
import type { FolderApp } from '../folders/folderApp';
import { sanitizePath } from '../text/sanitizeLabel';
import { rewindSides } from './changeSides';
import { lookAtNow, openDiff, openFileDiff } from './openDiff';

/** Longest path in the title of a tab, in characters. */
const MAX_PATH = 60;

/** A file that a rewind would change. */
export type RewindFile = Pick<RewindStep, 'path' | 'action'>;

/** What the diffs of a rewind show. */
export interface RewindDiffOptions {
  readonly title: string;
  /** Name of the right side: "after the rewind". */
  readonly side: string;
  /** Id of the checkpoint whose content comes back. */
  readonly checkpoint: string;
}

/** Diffs beside the list of a rewind. Opening one may fail. */
export interface RewindDiff {
  /** Opens one diff of these files; resolves with how many of them it shows. */
  open(files: readonly RewindFile[]): Promise<number>;
  /** Opens the diff of one file and leaves the focus where it is. */
  openFile(file: RewindFile): Promise<void>;
  /** Closes every diff that was opened. */
  close(): Promise<void>;
}

/** The diffs of a rewind: read-only documents, now on the left, after it on the right. */
export function createRewindDiff(
  { folder }: FolderApp,
  { title, side, checkpoint }: RewindDiffOptions,
): RewindDiff {
  const titles: string[] = [];
  const sidesOf = (files: readonly RewindFile[]) =>
    rewindSides(files, { now: lookAtNow(), checkpoint });
  const named = (what: string): string => {
    const label = `${what}: now ↔ ${side}`;
    titles.push(label);
    return label;
  };
  return {
    open: async (files) => {
      const sides = sidesOf(files);
      await openDiff(folder, sides, named(title));
      return sides.length;
    },
    openFile: async (file) => {
      const [sides] = sidesOf([file]);
      if (sides === undefined) return;
      const show = { preserveFocus: true, preview: false };
      const label = named(sanitizePath(file.path, MAX_PATH));
      await openFileDiff(folder, sides, { title: label, show });
    },
    close: async () => {
      const isOurs = ({ label }: Tab): boolean => titles.some((each) => label.startsWith(each));
      await window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOurs)));
    },
  };
}
