import assert from 'node:assert/strict';
import { TestWorkspace } from '../cli/testWorkspace';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';
import { describeAtFullScale } from '../../support/scale';

const CONFIG = `version: 1 # mine
agents: { one: { type: command, command: "true" } }
tasks:
  - { id: a, goal: One. } # first
`;
const TODO = '# Plan\n\n- [ ] Export orders\n- [x] Old\n- [ ] Import orders\n';

describeAtFullScale('adding several tasks, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    workspace.write('devs.yaml', CONFIG);
    workspace.write('TODO.md', TODO);
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
    await dashboard.card('a').waitFor();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  it('shows what a file names, writes what is ticked, and knows it the next time', async () => {
    const { frame } = dashboard;
    const preview = async (): Promise<void> => {
      await frame.locator('[data-action="addTask"]').click();
      await frame.getByRole('button', { name: 'Several at once' }).click();
      await frame.getByRole('textbox', { name: 'Tasks' }).fill('TODO.md');
      await frame.getByRole('button', { name: 'Preview' }).click();
    };
    await preview();
    await frame.getByRole('checkbox', { name: 'Import orders' }).uncheck();
    await session.picture('add-several-1-preview');
    await frame.getByRole('button', { name: 'Add 1 task' }).click();
    await dashboard.card('export-orders').waitFor();
    const added = [
      '  - id: export-orders',
      '    title: Export orders',
      '    goal: |',
      '      Export orders',
      '',
      '      From TODO.md:3, under Plan.',
      '',
    ];
    await pollUntil(
      () => (workspace.read('devs.yaml') === CONFIG + added.join('\n') ? true : undefined),
      { what: 'the text of devs.yaml', withinMs: PATIENCE_MS },
    );
    await preview();
    await frame.getByText('Already in devs.yaml: Export orders').waitFor();
    assert.equal(await frame.getByRole('checkbox', { name: 'Import orders' }).isChecked(), true);
    session.assertNothingRefused();
  });
});
