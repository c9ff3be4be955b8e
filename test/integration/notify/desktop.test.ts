import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNotifier } from '../../../src/platform/notify/createNotifier';
import { desktopCommand } from '../../../src/platform/notify/desktopCommand';
import type { DesktopPlace } from '../../../src/ports/notifier';
import { notificationOf } from '../../support/sampleNotification';
import { scratchFolder } from '../process/support/scratch';
import { supervisorFile } from '../process/support/supervisorBuild';

const TITLE = '-u critical $(touch pwned) `id` needs you';
const WHY = '<b>bold</b> \\074i> "quoted" & more';

describe('the desktop', () => {
  let programs: string;
  let lines: string[];

  before(supervisorFile);
  beforeEach(() => {
    programs = scratchFolder();
    lines = [];
  });

  const terminal = (text: string): void => void lines.push(text);

  /** A program of that name that notes its arguments, then ends so. */
  function install(name: string, exit = 0): void {
    const file = join(programs, name);
    writeFileSync(
      file,
      `#!/bin/sh\nfor each; do printf '%s\\0' "$each"; done > '${join(programs, 'told').replaceAll("'", `'\\''`)}'\nexit ${exit}\n`,
    );
    chmodSync(file, 0o755);
  }

  async function show(desktop: DesktopPlace, platform: NodeJS.Platform = 'linux') {
    const notifier = createNotifier({
      ...{ workspaceDir: scratchFolder(), supervisorFile: await supervisorFile() },
      ...{ environment: { PATH: `${programs}:/usr/bin:/bin` }, desktop, platform },
    });
    const notification = notificationOf({ title: TITLE, why: WHY });
    return await notifier.deliver('desktop', notification, new AbortController().signal);
  }

  const told = (): readonly string[] =>
    readFileSync(join(programs, 'told'), 'utf8').split('\0').slice(0, -1);

  it('shows a notification with notify-send: no option, no shell, no markup, no escape', async () => {
    install('notify-send');
    assert.deepEqual(await show({}), { kind: 'delivered' });
    assert.deepEqual(told(), [
      '--app-name=Devs',
      '--',
      `Devs: ${TITLE}`,
      '&lt;b&gt;bold&lt;/b&gt; \\\\074i&gt; "quoted" &amp; more\nTo see what you can do: devs report fix-rounding',
    ]);
  });

  it('gives osascript the texts as arguments behind its script', async () => {
    install('osascript');
    assert.deepEqual(await show({}, 'darwin'), { kind: 'delivered' });
    const [option, script = '', ...texts] = told();
    assert.equal(option, '-e');
    assert.doesNotMatch(script, /pwned/);
    assert.deepEqual(texts, [
      `Devs: ${TITLE}`,
      `${WHY}\nTo see what you can do: devs report fix-rounding`,
    ]);
  });

  it('gives PowerShell the texts in its environment', () => {
    const notification = notificationOf({ title: TITLE, why: WHY });
    const { args, env } = desktopCommand('win32', notification);
    assert.doesNotMatch(args.join(' '), /pwned|bold/);
    assert.equal(env?.['DEVS_NOTIFICATION_TITLE'], `Devs: ${TITLE}`);
  });

  it('rings the bell of a terminal', async () => {
    install('notify-send');
    await show({ terminal });
    assert.deepEqual(lines, ['\u0007']);
  });

  it('lets the terminal show the notification where the system cannot', async () => {
    install('notify-send', 1);
    assert.deepEqual(await show({ terminal }), { kind: 'delivered' });
    const [bell, notification = ''] = lines;
    assert.equal(bell, '\u0007');
    assert.equal(
      notification,
      `\u001b]9;Devs: ${TITLE}: ${WHY} To see what you can do: devs report fix-rounding\u0007`,
    );
  });

  it('says where neither can', async () => {
    install('notify-send', 1);
    assert.deepEqual(await show({}), {
      ...{ kind: 'failed', why: 'notify-send failed; is there a desktop?', again: false },
    });
  });

  it('is left alone while somebody looks at the editor', async () => {
    assert.deepEqual(await show({ terminal, isWatched: () => true }), { kind: 'delivered' });
    assert.deepEqual(lines, []);
  });
});
