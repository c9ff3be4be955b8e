import { COMMANDS } from '../contributions/contributions';

/** Why no folder can be used, and the command that helps. */
export interface NoFolder {
  readonly text: string;
  readonly button: string;
  readonly command: string;
}

/** What is missing in a workspace where no folder has a `devs.yaml`: that file, or a folder. */
export function describeNoFolder(localFolderCount: number): NoFolder {
  return localFolderCount === 0
    ? {
        text: 'Devs works in a folder: open a folder first.',
        button: 'Open Folder…',
        command: 'vscode.openFolder',
      }
    : {
        text: 'There is no devs.yaml in this workspace yet.',
        button: 'Create devs.yaml',
        command: COMMANDS.init,
      };
}
