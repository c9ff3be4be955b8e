import type { TurnReader } from '../../app/turn/turnReader';
import { findFolder } from '../folders/configFiles';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import type { Trust } from '../folders/trust';

/** A turn; `taskId` is the task that it ran on. */
export interface TurnPlace {
  /** URI of the workspace folder. */
  readonly folder: string;
  readonly taskId: string;
  readonly turn: number;
}

const GONE = 'The folder of this task is not open in this window.';

/** Finds folders and the transcripts of turns by their names; says in a sentence why there are none. */
export class TurnAccess {
  constructor(
    private readonly apps: FolderApps,
    private readonly trust: Trust,
  ) {}

  /** The app of a workspace folder; opens it on first use, and only in a trusted workspace. */
  openFolder(uri: string): FolderApp | string {
    const folder = findFolder(uri);
    if (folder === undefined) return GONE;
    return this.trust.granted ? this.apps.open(folder) : this.trust.reason;
  }

  async readerOf({ folder: uri, taskId, turn }: TurnPlace): Promise<TurnReader | string> {
    const folder = this.openFolder(uri);
    if (typeof folder === 'string') return folder;
    const { TurnReader } = await import('../../app/turn/turnReader');
    return new TurnReader(() => folder.app.transcripts(taskId, turn));
  }
}
