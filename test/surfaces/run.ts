/**
 * `npm run surfaces [-- folder [name]]`: takes a picture of every webview, or of those with the name, in every theme and
 * width, writes a page with all of them, and fails if text leaves its place or axe-core finds a serious violation.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../unit/webview/harness';
import { themes } from '../unit/webview/themes';
import { findProblems } from './findProblems';
import { pictureIndex, type Picture } from './pictureIndex';
import { listSurfaces, type Look, type Surface } from './surfaces';

/** Every theme at a usual width, the other widths in the dark one; the last is a narrow side bar at 200 %. */
const LOOKS: readonly Look[] = [
  ...(Object.keys(themes) as (keyof typeof themes)[]).map((theme) => ({
    theme,
    width: 320,
    scale: 1,
  })),
  ...[170, 240, 600].map((width) => ({ theme: 'dark' as const, width, scale: 1 })),
  { theme: 'light', width: 170, scale: 2 },
];

/** Height of a picture in pixels of the page. */
const MAX_HEIGHT = 4_000;

async function main(folder: string, only: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await openBrowser();
  const pictures: Picture[] = [];
  try {
    const surfaces = await listSurfaces(browser);
    for (const surface of surfaces.filter(({ name }) => name.includes(only)))
      for (const look of LOOKS) pictures.push(await takePicture(surface, look, folder));
  } finally {
    await browser.close();
  }
  const page = join(folder, 'index.html');
  await writeFile(page, pictureIndex(pictures));
  for (const { surface, look, problems } of pictures)
    for (const problem of problems) console.log(`${surface}, ${look}: ${problem}`);
  const wrong = pictures.filter(({ problems }) => problems.length > 0);
  console.log(`${pictures.length} pictures, ${wrong.length} with problems: ${page}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

async function takePicture(surface: Surface, look: Look, folder: string): Promise<Picture> {
  const page = await surface.open(look);
  try {
    const words = [look.theme, `${look.width} px`, ...(look.scale === 1 ? [] : ['200 %'])].join(
      ', ',
    );
    const file = `${surface.name}-${words}`.replace(/\W+/g, '-') + '.png';
    await page.screenshot({
      path: join(folder, file),
      fullPage: true,
      clip: await shownPart(page),
    });
    return { surface: surface.name, look: words, file, problems: await findProblems(page) };
  } finally {
    await page.close();
  }
}

/** The page down to where lists only go on alike. */
async function shownPart(page: Page): Promise<{ x: 0; y: 0; width: number; height: number }> {
  const [width, height] = await page.evaluate<readonly [number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
  );
  return { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) };
}

const [folder = 'test-results/surfaces', only = ''] = process.argv.slice(2);
void main(folder, only);
