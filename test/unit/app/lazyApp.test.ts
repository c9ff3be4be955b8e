import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../src/app/api/app';
import { createLazyApp } from '../../../src/app/lazyApp';

describe('an app that is loaded when it is first used', () => {
  let folder: string;
  let app: App;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'devs-lazy-')));
    const stateDir = join(folder, 'state');
    app = createLazyApp({
      workspaceDir: folder,
      who: 'window',
      environment: { DEVS_STATE_DIR: stateDir },
      assetsDir: join(__dirname, '../../../dist'),
      settings: {},
    });
  });
  afterEach(async () => {
    await app.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers without it where its state lies, and that nothing runs', () => {
    assert.equal(app.stateDir, join(folder, 'state'));
    assert.equal(app.isRunning(), false);
  });

  it('passes on what is asked, with its answer', async () => {
    assert.deepEqual(await app.config(), { kind: 'missing' });
    assert.equal((await app.pause({ now: false })).ok, false);
  });

  it('is no promise: an async function may return it', async () => {
    const given = await Promise.resolve(app);
    assert.equal(given, app);
  });

  it('tells of changes whoever subscribed before it was loaded, until that is disposed', async () => {
    const changed = new Promise<void>((done) => void app.onDidChange(done));
    const unwanted = app.onDidChange(() => assert.fail('it was disposed'));
    unwanted.dispose();
    await app.config();
    writeFileSync(join(folder, 'devs.yaml'), 'version: 1\n');
    await changed;
  });
});
