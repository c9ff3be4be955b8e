/** Takes a picture of each recorded view: `npx tsx test/unit/webview/pictures.ts [folder]`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fixtures } from './fixtures';
import { buildDashboard, openBrowser, openDashboard } from './harness';
import { themes } from './themes';

const WIDTHS = [200, 240, 320, 600];
/** Views that are looked at in every theme. */
const IN_EVERY_THEME = [
  'paused',
  'seesaw',
  'waiting',
  'running',
  'invalid',
  'roles',
  'aborted',
  'asking',
  'judged',
];

async function takePictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bundle = await buildDashboard();
  const browser = await openBrowser();
  try {
    for (const [name, view] of Object.entries(fixtures)) {
      for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
        if (theme !== 'dark' && !IN_EVERY_THEME.includes(name)) continue;
        for (const width of WIDTHS) {
          const { page } = await openDashboard(browser, bundle, { view, theme, width });
          const path = join(folder, `${name}-${theme}-${width}.png`);
          await page.screenshot({ path, fullPage: true });
          await page.close();
        }
      }
    }
  } finally {
    await browser.close();
  }
}

takePictures(process.argv[2] ?? 'test-results/dashboard').catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
