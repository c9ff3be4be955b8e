import {
  Range,
  Uri,
  window,
  workspace,
  type Disposable,
  type TextEditor,
  type TextEditorDecorationType,
} from 'vscode';
import { CONFIG_FILE } from '../../model/config/config';
import type { TaskStatus } from '../../model/task/task';
import type { FolderApps } from '../folders/folderApps';
import { taskNames } from './taskNames';

/** Shape and colour of a status, on a square of 16; colours that dark and light backgrounds bear alike. */
const MARKS = {
  running: '<circle cx="8" cy="8" r="4" fill="#3794ff"/>',
  done: '<path d="M3 8.5l3.2 3.2L13 5" fill="none" stroke="#2ea043" stroke-width="2"/>',
  part: '<path d="M3 8h10" stroke="#2ea043" stroke-width="2"/>',
  needsYou: '<path d="M8 2l6.5 12h-13z" fill="#cca700"/>',
  skipped: '<path d="M4 4l8 8M12 4l-8 8" stroke="#808080" stroke-width="1.5"/>',
} as const;

type Mark = keyof typeof MARKS;

const MARK_OF: Readonly<Record<TaskStatus, Mark | undefined>> = {
  pending: undefined,
  in_progress: 'running',
  blocked: 'needsYou',
  done: 'done',
  done_partial: 'part',
  skipped: 'skipped',
  aborted_stuck: 'needsYou',
  PAUSED_FOR_INTERVENTION: 'needsYou',
};

/** Shows the status of each task beside its line in `devs.yaml`. */
export class TaskGutter implements Disposable {
  private readonly types = new Map<Mark, TextEditorDecorationType>();
  private readonly subscription: Disposable;

  constructor(
    private readonly apps: FolderApps,
    private readonly report: (problem: string) => void,
  ) {
    // While somebody types, the editor moves the marks.
    this.subscription = window.onDidChangeVisibleTextEditors(() => this.update());
  }

  /** Draws the marks of each visible `devs.yaml` again. */
  update(): void {
    const editors = window.visibleTextEditors.filter(({ document }) => isConfig(document.uri));
    Promise.all(editors.map((editor) => this.draw(editor))).catch((error: unknown) =>
      this.report(String(error)),
    );
  }

  dispose(): void {
    this.subscription.dispose();
    for (const type of this.types.values()) type.dispose();
  }

  private async draw(editor: TextEditor): Promise<void> {
    const { document } = editor;
    const folder = workspace.getWorkspaceFolder(document.uri);
    const overview = folder && this.apps.find(folder)?.overview;
    const status = new Map(overview?.tasks.map((task) => [task.id, task.status]));
    const places = new Map<Mark, Range[]>();
    for (const { name, from } of await taskNames(document)) {
      const mark = MARK_OF[status.get(name) ?? 'pending'];
      if (mark === undefined) continue;
      const at = document.positionAt(from);
      places.set(mark, [...(places.get(mark) ?? []), new Range(at, at)]);
    }
    for (const mark of Object.keys(MARKS) as Mark[])
      if (places.has(mark) || this.types.has(mark))
        editor.setDecorations(this.typeOf(mark), places.get(mark) ?? []);
  }

  private typeOf(mark: Mark): TextEditorDecorationType {
    const known = this.types.get(mark);
    if (known !== undefined) return known;
    const image = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${MARKS[mark]}</svg>`;
    const uri = Uri.parse(`data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`);
    const type = window.createTextEditorDecorationType({
      gutterIconPath: uri,
      gutterIconSize: 'contain',
    });
    this.types.set(mark, type);
    return type;
  }
}

function isConfig({ scheme, path }: Uri): boolean {
  return scheme === 'file' && path.endsWith(`/${CONFIG_FILE}`);
}
