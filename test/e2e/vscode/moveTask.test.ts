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
  # First things.
  - { id: a, goal: One. }
  - { id: b, goal: Two. } # after one

  # Last.
  - id: c
    goal: Three.
    dependsOn: [a]
`;
const A = '  # First things.\n  - { id: a, goal: One. }\n';
const B = '  - { id: b, goal: Two. } # after one\n';

describeAtFullScale('moving a task, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  let session: VscodeSession;
  let dashboard: Dashboard;

  const order = (): Promise<string[]> =>
    dashboard.frame
      .locator('[data-task]')
      .evaluateAll((rows: readonly unknown[]) =>
        (rows as readonly { dataset: { task: string } }[]).map(({ dataset }) => dataset.task),
      );
  const ordered = (...ids: readonly string[]): Promise<true> =>
    pollUntil(async () => ((await order()).join() === ids.join() ? true : undefined), {
      what: `the order ${ids.join()}`,
      withinMs: PATIENCE_MS,
    });
  const file = (text: string): Promise<true> =>
    pollUntil(() => (workspace.read('devs.yaml') === text ? true : undefined), {
      what: 'the text of devs.yaml',
      withinMs: PATIENCE_MS,
    });

  installFirst();
  before(async () => {
    workspace.write('devs.yaml', CONFIG);
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
    await ordered('a', 'b', 'c');
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  it('writes the new order into devs.yaml with Alt and an arrow, and goes back the same way', async () => {
    await dashboard.card('b').focus();
    await session.page.keyboard.press('Alt+ArrowUp');
    await ordered('b', 'a', 'c');
    await file(CONFIG.replace(A + B, B + A));
    await session.picture('move-1-up');
    await session.page.keyboard.press('Alt+ArrowDown');
    await ordered('a', 'b', 'c');
    await file(CONFIG);
  });

  it('moves it by dragging its head', async () => {
    const target = dashboard.card('a');
    await dashboard
      .card('b')
      .locator('h3')
      .dragTo(target, { targetPosition: { x: 60, y: 3 } });
    await ordered('b', 'a', 'c');
    await file(CONFIG.replace(A + B, B + A));
  });

  it('says why a task stays below what it waits for, and writes nothing', async () => {
    const before = workspace.read('devs.yaml');
    await dashboard.card('c').focus();
    await session.page.keyboard.press('Alt+ArrowUp');
    await dashboard.frame.getByText('c waits for a, so it stays below it.').first().waitFor();
    assert.equal(workspace.read('devs.yaml'), before);
    await session.picture('move-2-refused');
    session.assertNothingRefused();
  });
});
