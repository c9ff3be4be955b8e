import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCounts } from '../support/counts';
import { openWindow, screenshot } from './browser';
import { buildInHost, packageInHost } from './buildInHost';
import {
  countOf,
  REPORT_VARIABLE,
  reportLines,
  succeeded,
  type SuiteReport,
} from './inHost/report';
import { packageDevs } from './packageExtension';
import { startVscode, type RunningVscode } from './server';
import { testSettings } from './settings';
import { pollUntil } from './waiting';
import { NODE_FLAGS } from '../support/scale';

const SUITE_WITHIN_MS = 300_000;

async function waitForReport(vscode: RunningVscode, file: string): Promise<SuiteReport> {
  const window = await openWindow(vscode.url);
  try {
    const patience = { what: 'the report of the suite', withinMs: SUITE_WITHIN_MS };
    await pollUntil(() => (existsSync(file) ? true : undefined), patience);
    return JSON.parse(await readFile(file, 'utf8')) as SuiteReport;
  } catch (error) {
    const picture = await screenshot(window.page, 'in-host-failed');
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${message}. See ${picture}. The end of VS Code's log:\n${vscode.log().slice(-3000)}`,
      { cause: error },
    );
  } finally {
    await window.close();
  }
}

async function runIn(folder: string, packages: readonly string[]): Promise<SuiteReport> {
  const report = join(folder, 'report.json');
  const workspace = join(folder, 'workspace');
  await mkdir(workspace);
  const vscode = await startVscode({
    workspace,
    vsix: packages,
    settings: testSettings,
    nodeFlags: NODE_FLAGS,
    env: { [REPORT_VARIABLE]: report, DEVS_STATE_DIR: join(folder, 'state') },
    auth: 'none',
    trust: true,
  });
  try {
    return await waitForReport(vscode, report);
  } finally {
    await vscode.stop();
  }
}

/** Runs `test/inHost/**` inside the extension host of a real VS Code, with Devs installed, on an empty trusted folder. */
export async function runInHost(): Promise<SuiteReport> {
  const folder = await mkdtemp(join(tmpdir(), 'devs-in-host-run-'));
  const build = await buildInHost();
  const devs = await packageDevs();
  try {
    return await runIn(folder, [devs.vsix, await packageInHost(build)]);
  } finally {
    devs.remove();
    await Promise.all([build.remove(), rm(folder, { recursive: true, force: true })]);
  }
}

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(130)); // what was started ends with this process
  }
  const report = await runInHost();
  for (const line of reportLines(report)) console.log(line);
  addCounts({ passed: countOf(report, 'passed'), failed: countOf(report, 'failed') });
  process.exitCode = succeeded(report) ? 0 : 1;
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
