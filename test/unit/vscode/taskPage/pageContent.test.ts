import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { placeInFolder } from '../../../../src/vscode/folders/placeInFolder';
import { pageContent } from '../../../../src/vscode/taskPage/pageContent';
import { taskMarkdown } from '../../../../src/vscode/taskPage/taskMarkdown';
import { fixtures } from '../../webview/fixtures';
import { pausedTask, report } from '../../webview/pausedTask';
import { ready, task } from '../../webview/samples';

describe('what a task page shows', () => {
  it('is its task with the actions of the run, that it is gone, or the state of the folder', () => {
    const view = ready([task('a'), pausedTask], { run: 'PAUSED' });
    const shown = pageContent(view, pausedTask.id);
    ok(shown.kind === 'task');
    deepEqual([shown.task, shown.run], [pausedTask, 'PAUSED']);
    equal(pageContent(view, 'nowhere').kind, 'removed');
    equal(pageContent({ kind: 'untrusted' }, 'a').kind, 'untrusted');
    equal(pageContent(fixtures.idle, 'nowhere').kind, 'removed');
  });

  it('is copied as Markdown without tables, links to files, or process ids', () => {
    const text = taskMarkdown(pausedTask, report, 'Paused');
    match(text, /^# Fix rounding\n\nPaused/);
    match(text, /- Turn 2: progress, .*, 1 min 5 s: 3 → 2 failing tests/);
    match(text, /## The last error/);
    const others = pausedTask.turns.map((turn) => ({ ...turn, agent: 'co*dex' }));
    const named = taskMarkdown({ ...pausedTask, turns: others }, report, 'Paused');
    match(named, /- Turn 2 by co\\\*dex: progress/);
    ok(!/^\||file:\/\/\/|\bpid \d/m.test(text), text);
  });
});

describe('a file that an agent named', () => {
  it('is opened only in the folder', () => {
    equal(placeInFolder('/srv/shop', 'src/a.js', posix), 'src/a.js');
    equal(placeInFolder('/srv/shop', '/srv/shop/src/../b.js', posix), 'b.js');
    equal(placeInFolder('/srv/shop', '..hidden/c.js', posix), '..hidden/c.js');
    for (const outside of ['../secret', '/etc/passwd', '/srv/shopping/a.js', '.', '/srv/shop']) {
      equal(placeInFolder('/srv/shop', outside, posix), undefined);
    }
    equal(placeInFolder('C:\\shop', 'src\\a.js', win32), 'src/a.js');
    equal(placeInFolder('C:\\shop', 'D:\\a.js', win32), undefined);
  });
});
