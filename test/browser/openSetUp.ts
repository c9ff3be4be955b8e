import type { Browser, Page } from 'playwright-core';
import type { AnyPageRequest } from '../../src/protocol/pageRequest';
import type { SetUpRequests } from '../../src/protocol/setUp/setUpMessages';
import type { SetUpView } from '../../src/protocol/setUp/setUpView';
import { validateSetUpRequest } from '../../src/protocol/setUp/validateSetUpRequest';
import { serve, vscodeScript, type Bundle } from '../unit/webview/harness';
import type { themes } from '../unit/webview/themes';

export interface SetUpOptions {
  readonly view: SetUpView;
  readonly theme?: keyof typeof themes;
  readonly width?: number;
  /** Device pixels of a pixel; 1 unless given. */
  readonly scale?: number;
  /** The host's refusal of a request; it answers others with `Done.` */
  readonly refuse?: (method: string) => string | undefined;
}

/** The set-up page, with a host that the test plays. */
export interface OpenSetUp {
  readonly page: Page;
  /** Everything that the page asked for but the view, oldest first: [method, params]. */
  readonly asked: readonly (readonly [string, unknown])[];
  readonly show: (view: SetUpView) => Promise<void>;
  /** What the policy, the page or the protocol complained about. */
  readonly complaints: readonly string[];
}

/** Opens the page and waits until it shows the view. */
export async function openSetUp(
  browser: Browser,
  bundle: Bundle,
  options: SetUpOptions,
): Promise<OpenSetUp> {
  const { theme = 'dark', width = 800, scale = 1, refuse = () => undefined } = options;
  const page = await browser.newPage({
    ...{ viewport: { width, height: 900 }, deviceScaleFactor: scale, locale: 'en-GB' },
  });
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  const asked: (readonly [string, unknown])[] = [];
  let { view } = options;
  let revision = 1;
  const post = async (message: unknown): Promise<void> => {
    await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  };
  const answer = ({ id, method, params }: AnyPageRequest<SetUpRequests>): Promise<void> => {
    if (method === 'ready')
      return post({ type: 'response', id, ok: true, result: { revision, view } });
    asked.push([method, params]);
    const message = refuse(method);
    return post(
      message === undefined
        ? { type: 'response', id, ok: true, result: { message: 'Done.' } }
        : { type: 'response', id, ok: false, error: { message } },
    );
  };
  await page.exposeFunction('complainToTest', (text: string) => complaints.push(text));
  await page.exposeFunction('postToTest', async (raw: unknown) => {
    const validated = validateSetUpRequest(raw);
    if (validated.ok) await answer(validated.request);
    else complaints.push(validated.message);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  await page.addInitScript(vscodeScript(theme, 'editor-background'));
  await page.goto(await serve(page, bundle));
  await page.locator('.set-up h1').waitFor();
  return {
    ...{ page, asked, complaints },
    show: async (next) => {
      view = next;
      revision += 1;
      await post({ type: 'view', snapshot: { revision, view } });
    },
  };
}
