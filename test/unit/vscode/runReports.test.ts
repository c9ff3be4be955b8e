import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import type { ExportAnswer } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import type { RunReport, RunReportLine } from '../../../src/model/run/runReport';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { stateFolderUrl } from '../../../src/vscode/documents/stateFolderUrl';
import {
  RunReportPrompts,
  type ChosenFolder,
  type RunReportEditor,
} from '../../../src/vscode/prompts/runReportPrompts';
import { ScriptedInput } from './scriptedInput';

const line = (id: string, change: Partial<RunReportLine> = {}): RunReportLine => ({
  id,
  startedAt: '2026-11-21T21:30:00.123Z',
  endedAt: '2026-11-21T21:40:00.000Z',
  terminalStatus: 'crashed',
  stopReason: 'The run failed.',
  hopCount: 0,
  turnCount: 3,
  ...change,
});

describe('run reports in the editor', () => {
  let picks: ScriptedInput;
  let runs: readonly RunReportLine[];
  let done: unknown[][];
  let exported: ExportAnswer;
  let chosen: ChosenFolder | undefined;

  beforeEach(() => {
    picks = new ScriptedInput();
    runs = [line('2026-11-21T21-30-00-123'), line('2026-11-20T08-00-00-000')];
    done = [];
    exported = {
      ok: true,
      message: 'Exported.',
      files: { markdown: '/out/a.md', json: '/out/a.json' },
      copied: 2,
    };
    chosen = { scheme: 'file', fsPath: '/out' };
  });

  const note = <T>(result: T, ...call: unknown[]): Promise<T> => {
    done.push(call);
    return Promise.resolve(result);
  };
  const prompts = (): RunReportPrompts => {
    const editor: RunReportEditor = {
      input: picks,
      open: (file) => note(undefined, 'open', file),
      toClipboard: (text) => note(undefined, 'copy', text),
      chooseFolder: () => Promise.resolve(chosen),
    };
    return new RunReportPrompts(editor);
  };
  const folder = (): FolderApp => {
    const app: Partial<App> = {
      stateDir: '/home/dev/state (1)',
      runReports: () => Promise.resolve(runs),
      runReport: ({ id = runs[0]?.id }, place) =>
        Promise.resolve(
          id === undefined
            ? { ok: false, message: 'There is no run report yet.' }
            : {
                ok: true,
                report: { id } as RunReport,
                files: { markdown: `/runs/${id}.md`, json: '' },
                markdown: `text of ${id} with links to ${place ?? ''}`,
              },
        ),
      exportRunReport: (choice, options) => note(exported, 'export', choice, options),
    };
    return { app } as unknown as FolderApp;
  };

  it('shows the one that is picked where there are several', async () => {
    picks.answers = [['2026-11-21 21:30:00 UTC']];
    const answer = await prompts().show(folder(), 'pick');
    equal(answer?.ok, true);
    deepEqual(done, [['open', '/runs/2026-11-21T21-30-00-123.md']]);
    deepEqual(
      picks.shown[0]?.lines[0],
      '2026-11-21 21:30:00 UTC | crashed, 3 turns | The run failed.',
    );
  });

  it('asks nothing where there is one, and says so where there is none', async () => {
    runs = runs.slice(0, 1);
    await prompts().show(folder(), 'pick');
    deepEqual(done, [['open', '/runs/2026-11-21T21-30-00-123.md']]);
    runs = [];
    const answer = await prompts().show(folder(), 'pick');
    deepEqual(answer, { ok: false, message: 'There is no run report yet.' });
    equal(picks.shown.length, 0);
  });

  it('makes nothing clickable or invisible of what an agent said', async () => {
    runs = runs.map((run) => ({ ...run, stopReason: '$(trash) [x](command:y)\u202e' }));
    picks.answers = [undefined];
    equal(await prompts().copy(folder(), 'pick'), undefined);
    doesNotMatch(picks.shown[0]?.lines[0] ?? '', /\$\(trash\)|\u202e/);
    exported = { ok: false, message: 'Could not write [a](command:b)' };
    const answer = await prompts().export(folder(), 'newest');
    doesNotMatch(answer?.message ?? '', /\]\(/);
  });

  it('shows the one that a key binding names, without asking', async () => {
    await prompts().show(folder(), '2026-11-20T08-00-00-000');
    deepEqual(done, [['open', '/runs/2026-11-20T08-00-00-000.md']]);
    equal(picks.shown.length, 0);
  });

  it('copies the newest with links that lead to files', async () => {
    await prompts().copy(folder(), 'newest');
    const [copied] = done;
    equal(copied?.[0], 'copy');
    match(String(copied[1]), /links to file:\/\/\/(?:[A-Z]:\/)?home\/dev\/state%20%281%29\/$/);
  });

  it('exports to the chosen folder, and over what is there only when told to', async () => {
    exported = { ok: false, message: '/out/a.md is there already.', taken: true };
    picks.agrees = false;
    equal(await prompts().export(folder(), 'newest'), undefined);
    deepEqual(done, [['export', {}, { folder: '/out', force: false }]]);
    picks.agrees = true;
    await prompts().export(folder(), 'newest');
    deepEqual(done.at(-1), ['export', {}, { folder: '/out', force: true }]);
    equal(picks.confirmations[0]?.button, 'Replace');
  });

  it('exports nothing when no folder is chosen', async () => {
    chosen = undefined;
    equal(await prompts().export(folder(), 'newest'), undefined);
    deepEqual(done, []);
  });

  it('exports nothing to a folder of another machine, whose path means something else here', async () => {
    for (const scheme of ['vscode-local', 'vscode-vfs', 'untitled']) {
      chosen = { scheme, fsPath: '/home/dev/out' };
      const answer = await prompts().export(folder(), 'newest');
      equal(answer?.ok, false);
      match(answer.message, /^Nothing was exported: .* Choose a folder on that machine\.$/);
    }
    deepEqual(done, []);
  });

  it('names the state directory as an address', () => {
    match(stateFolderUrl({ stateDir: '/a b/#c' }), /^file:\/\/\/(?:[A-Z]:\/)?a%20b\/%23c\/$/);
  });
});
