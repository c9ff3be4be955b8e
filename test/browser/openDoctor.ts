import type { Browser, Page } from 'playwright-core';
import { doctorHtml, type DoctorView } from '../../src/vscode/doctor/doctorHtml';
import { themeScript } from '../unit/webview/harness';
import type { themes } from '../unit/webview/themes';

export interface DoctorOptions {
  readonly view: DoctorView;
  readonly theme?: keyof typeof themes;
  readonly width?: number;
  /** Device pixels of a pixel; 1 unless given. */
  readonly scale?: number;
}

/** The page of Check Setup, whose links the test follows. */
export interface OpenDoctor {
  readonly page: Page;
  /** Addresses of the links that were followed, oldest first. */
  readonly followed: readonly string[];
}

/** Opens the page with every fix on offer; VS Code runs what a link names, and here nothing does. */
export async function openDoctor(browser: Browser, options: DoctorOptions): Promise<OpenDoctor> {
  const { view, theme = 'dark', width = 800, scale = 1 } = options;
  const page = await browser.newPage({
    ...{ viewport: { width, height: 900 }, deviceScaleFactor: scale, locale: 'en-GB' },
  });
  page.setDefaultTimeout(20_000);
  const followed: string[] = [];
  await page.exposeFunction('followInTest', (address: string) => void followed.push(address));
  await page.setContent(doctorHtml(view, { nonce: 'abc', canFix: () => true }));
  await page.evaluate(`(() => {
    ${themeScript(theme, 'editor-background')}
    addEventListener('click', (event) => {
      const link = event.target.closest('a');
      if (link === null) return;
      event.preventDefault();
      void followInTest(link.getAttribute('href'));
    });
  })()`);
  return { page, followed };
}
