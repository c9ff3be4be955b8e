import { createServer } from 'node:net';
import { demoInTemporaryFolder } from './demoWorkspace';
import { findDesktopVscode, openOnDesktop } from './desktopVscode';
import { packageDevs } from './packageExtension';
import { note } from './progress';
import { startVscode, type RunningVscode } from './server';

const PREFERRED_PORT = 8080;

/** The preferred port, or 0 (any free one) when something else listens there. */
async function port(): Promise<number> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', () => done(0));
    probe.listen(PREFERRED_PORT, '127.0.0.1', () => probe.close(() => done(PREFERRED_PORT)));
  });
}

/** Resolves at the first Ctrl+C (or when asked to end otherwise); a second one ends this process at once. */
function interrupted(): Promise<'interrupted'> {
  return new Promise((done) => {
    const stop = (): void => {
      done('interrupted');
      process.once('SIGINT', () => process.exit(130));
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  });
}

function welcome(vscode: RunningVscode, demo: string): string {
  return `
  Devs is running in a real VS Code, in your browser.

    Open      http://127.0.0.1:${vscode.port}/
    Password  ${vscode.password ?? ''}

  Click the Devs icon in the bar on the left, then Run. The demo project is a fresh copy in
  ${demo}
  Break it as you like. Only this computer can reach the address.

  Press Ctrl+C here to end it.
`;
}

async function startInBrowser(demo: string): Promise<RunningVscode> {
  const devs = await packageDevs();
  try {
    return await startVscode({
      workspace: demo,
      vsix: [devs.vsix],
      auth: 'password',
      trust: true,
      port: await port(),
    });
  } finally {
    devs.remove();
  }
}

async function inBrowser(demo: string): Promise<void> {
  const stop = interrupted();
  const starting = startInBrowser(demo);
  const first = await Promise.race([starting, stop]);
  if (first === 'interrupted') process.exit(130); // what was started ends with this process
  console.log(welcome(first, demo));
  const why = await Promise.race([stop, first.ended]);
  note(why === 'interrupted' ? '\nEnding VS Code …' : `VS Code ended by itself (${why}).`);
  await first.stop();
  note(`Everything is ended. The demo project stays in ${demo}; delete it when you like.`);
  process.exit(why === 'interrupted' ? 0 : 1);
}

function onDesktop(command: string, demo: string): void {
  openOnDesktop(command, demo);
  console.log(`
  A new VS Code window opens the demo project, with Devs loaded for that window only.
  Nothing is installed into your VS Code.

  Click the Devs icon in the bar on the left, then Run. Should VS Code ask, trust the folder: it is a
  fresh copy in ${demo}; delete it when you like.

  To see it in a browser instead: DEVS_START_NO_CODE=1 npm start
`);
}

async function main(): Promise<void> {
  const desktop = await findDesktopVscode();
  const demo = await demoInTemporaryFolder();
  let why = 'unusable' in desktop ? desktop.unusable : '';
  if ('command' in desktop) {
    try {
      onDesktop(desktop.command, demo);
      return;
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  }
  note(`Starting a VS Code in the browser (${why}).`);
  await inBrowser(demo);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
