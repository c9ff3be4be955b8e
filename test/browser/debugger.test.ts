import assert from 'node:assert/strict';
import type { TaskView } from '../../src/protocol/dashboardView';
import { diagnosedTask } from '../unit/webview/pauseCauses';
import { roleTask } from '../unit/webview/hopTasks';
import { ready } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

describe('a debugger, in the dashboard', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard({ why: true });

  it('is named in the pause report, with its diagnosis as plain text', async () => {
    const shown = await open(ready([diagnosedTask]));
    const report = card(shown, diagnosedTask.id).getByRole('region', { name: 'Pause report' });
    const words = report.getByRole('region', { name: 'Diagnosis' });
    assert.equal(await words.innerText(), 'It rounds <b>twice</b>.\\u{202e}');
    const section = await report.innerText();
    assert.match(
      section,
      /After turn 5, Devs asked the debugger agent codex why the task fails \(12 s\)\./,
    );
    assert.match(
      section,
      /The agent acted on the diagnosis in turns 6, 7 and 8 without progress\./,
    );
    assert.match(section, /Devs undid this \(`devs redo` restores the changes\): src\/round\.js\./);
  });

  it('is shown while it is asked, and not without a call', async () => {
    const asking: TaskView = { ...roleTask, debugger: { turn: 5, kind: 'running' } };
    const shown = await open(ready([asking]));
    const note = card(shown, asking.id).getByRole('group', { name: 'Debugger' });
    assert.equal(
      await note.innerText(),
      'The debugger agent is looking for the cause of the failure, after turn 5.',
    );
    await shown.patch(ready([roleTask]));
    await note.waitFor({ state: 'hidden' });
  });
});
