import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { applyInstall, applyUninstall } from '../../../src/app/guard/applyGuard';
import { planInstall, planUninstall } from '../../../src/app/guard/planGuard';
import { withSettingsLock } from '../../../src/platform/guard/settings/settingsLock';
import { GuardHome } from './guardHome';

describe('two that change settings at once', () => {
  let home: GuardHome;
  let lock: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    home = new GuardHome();
    lock = path.join(home.guard, 'install.lock');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.kill()) await once(child, 'exit');
    }
    home.dispose();
  });

  /** Another process, which runs a script once it holds the lock. */
  async function holder(script: string): Promise<ChildProcess> {
    home.write('state/devs/guard/guard.log', '');
    const hold = `require('node:fs').writeFileSync(${JSON.stringify(lock)}, String(process.pid))`;
    const child = spawn(process.execPath, ['-e', `${hold}; console.log(1); ${script}`]);
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  it('are told apart: the second waits, then says who is in its way', async () => {
    const { pid } = await holder('setInterval(() => {}, 1000)');
    assert.throws(
      () => withSettingsLock(lock, () => assert.fail(), 1),
      new RegExp(`Another \`devs guard\` \\(process ${pid}\\) is changing settings: try again`),
    );
    assert.ok(existsSync(lock));
  });

  it('lose nothing: the second sees what the first has written, and keeps its record', async () => {
    const file = home.write('claude/settings.json', '{}\n');
    const plan = planInstall({ agents: ['claude'], scope: 'user' }, home.place);
    const list = path.join(home.guard, 'installed.json');
    const [change] = plan.changes;
    const record = JSON.stringify({ version: 1, files: [change?.installed] });
    const write = (to: string, text: string): string =>
      `fs.writeFileSync(${JSON.stringify(to)}, ${JSON.stringify(text)});`;
    await holder(
      `setTimeout(() => { const fs = require('node:fs'); ${write(file, change?.after ?? '')} ${write(list, record)} fs.rmSync(${JSON.stringify(lock)}); }, 100)`,
    );
    const { problems } = applyInstall(plan, home.place);
    assert.match(problems[0]?.message ?? '', /was changed meanwhile/);
    assert.deepEqual(JSON.parse(home.read('state/devs/guard/installed.json')), JSON.parse(record));
    home.uninstall();
    assert.equal(home.read('claude/settings.json'), '{}\n');
  });

  it('are one after the other died: what it held is taken over', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    home.write('state/devs/guard/install.lock', String(pid));
    assert.equal(home.install().done.length, 1);
    assert.ok(!existsSync(lock));
    // Ended before it had written its id.
    utimesSync(home.write('state/devs/guard/install.lock', ''), 0, 0);
    assert.equal(home.uninstall().done.length, 1);
    assert.ok(!existsSync(lock));
  });

  it('leave no folder where nothing is guarded', () => {
    applyUninstall(planUninstall({ agents: [] }, home.place), home.place);
    assert.ok(!existsSync(path.join(home.root, 'state')));
  });
});
