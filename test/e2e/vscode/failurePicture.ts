import type { Context } from 'mocha';
import type { VscodeSession } from './vscodeSession';

/** To be called after each test: saves a picture of the window as `failed-<title>.png` when it has failed. */
export async function pictureOfFailure(
  { currentTest }: Context,
  session: VscodeSession | undefined,
  window = '',
): Promise<void> {
  if (currentTest?.state !== 'failed') return;
  const name = currentTest.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  await session?.pictureOfFailure(`failed-${name}${window}`);
}
