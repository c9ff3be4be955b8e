import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWindow } from '../realVscode/browser';
import { packageExtension } from '../realVscode/packageExtension';
import { repoRoot } from '../realVscode/paths';
import { startVscode, type RunningVscode } from '../realVscode/server';
import { pollUntil } from '../realVscode/waiting';
import { packageMeter, packagePeer } from './meter/build';
import type { Activation, MeterReport } from './meter/extension';
import { REPORTS_VARIABLE } from './meter/names';
import { inScratchFolder } from './scratchFolder';
import type { Compared } from './section';
import { timeTable, type Series, type Table } from './table';

/** Windows to open: fewer on a machine that is busy, yet enough for a median. */
const WINDOWS = { most: 5, atLeast: 3, withinMs: 60_000 };
const REPORT_WITHIN_MS = 40_000;

type Measured = MeterReport & { ok: true };

/** Opens a window, which gets an extension host of its own, and waits for what the meter in it reports. */
async function measureWindow(vscode: RunningVscode, file: string): Promise<Measured> {
  const window = await openWindow(vscode.url);
  try {
    const what = 'the report of the meter';
    const there = (): true | undefined => (existsSync(file) ? true : undefined);
    await pollUntil(there, { what, withinMs: REPORT_WITHIN_MS });
  } finally {
    await window.close();
  }
  const report = JSON.parse(await readFile(file, 'utf8')) as MeterReport;
  if (!report.ok) throw new Error(report.problem);
  return report;
}

async function measureWindows(folder: string, vsix: readonly string[]): Promise<Measured[]> {
  const workspace = join(folder, 'workspace');
  const reports = join(folder, 'reports');
  await Promise.all([mkdir(workspace), mkdir(reports)]);
  const env = { [REPORTS_VARIABLE]: reports, DEVS_STATE_DIR: join(folder, 'state') };
  const vscode = await startVscode({ workspace, vsix, env, auth: 'none', trust: true });
  try {
    const measured: Measured[] = [];
    const until = performance.now() + WINDOWS.withinMs;
    for (let index = 0; index < WINDOWS.most; index += 1) {
      if (index >= WINDOWS.atLeast && performance.now() > until) break;
      measured.push(await measureWindow(vscode, join(reports, `${index}.json`)));
    }
    return measured;
  } finally {
    await vscode.stop();
  }
}

function hostTable(windows: readonly Measured[], before: readonly Measured[]): Table {
  const all = (who: 'devs' | 'peer', field: keyof Activation): number[] =>
    windows.map((window) => window[who][field]);
  const peer = all('peer', 'total');
  return timeTable(`Activation in VS Code ${windows[0]?.vscode ?? ''}`, [
    { what: 'Devs, from asking for it until it is there', ms: all('devs', 'total'), peer },
    { what: '  of that, loading its code', ms: all('devs', 'load') },
    { what: '  of that, activate()', ms: all('devs', 'activate') },
    ...(before.length === 0 ? [] : [beforeRow(before)]),
    { what: 'peer: an extension that does nothing', ms: peer },
  ]);
}

function beforeRow(windows: readonly Measured[]): Series {
  return {
    what: 'before: Devs, from asking for it until it is there',
    ms: windows.map(({ devs }) => devs.total),
    peer: windows.map(({ peer }) => peer.total),
  };
}

/** How long Devs takes to activate in a real VS Code, on a folder without `devs.yaml`. */
export async function measureActivation({ before }: Compared): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const peer = await packagePeer(join(folder, 'peer'));
    const meter = await packageMeter(join(folder, 'meter'));
    const measure = async (checkout: string, name: string): Promise<Measured[]> => {
      const place = join(folder, name);
      await mkdir(place);
      const devs = await packageExtension({ folder: checkout, vsix: join(place, 'devs.vsix') });
      return measureWindows(place, [devs, peer, meter]);
    };
    const now = await measure(repoRoot, 'now');
    return hostTable(now, before === undefined ? [] : await measure(before, 'before'));
  });
}
