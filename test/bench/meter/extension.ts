import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DEVS_ID, PEER_ID, REPORTS_VARIABLE } from './names';

/** The window is still busy with itself when it says that it has started. */
const CALM_AFTER_MS = 2000;

/** How long one extension took to activate, in milliseconds. */
export interface Activation {
  /** From asking for it until it was there. */
  readonly total: number;
  /** Loading and running its code, in whole milliseconds, as the extension host noted it. */
  readonly load: number;
  /** Its `activate()`, in whole milliseconds, as the extension host noted it. */
  readonly activate: number;
}

/** What was measured in one window, or why that was not possible. */
export type MeterReport =
  | {
      readonly ok: true;
      readonly vscode: string;
      readonly devs: Activation;
      readonly peer: Activation;
    }
  | { readonly ok: false; readonly problem: string };

interface Mark {
  readonly name: string;
  readonly startTime: number;
}

/** The notes VS Code takes of its own progress, in the process they were taken in. */
declare const MonacoPerformanceMarks: { getMarks(): readonly Mark[] } | undefined;

function between(first: string, second: string): number {
  const marks = MonacoPerformanceMarks?.getMarks() ?? [];
  const [from, to] = [first, second].map((name) => marks.find((mark) => mark.name === name));
  if (from === undefined || to === undefined) throw new Error(`VS Code noted no ${first}`);
  return to.startTime - from.startTime;
}

async function activation(id: string): Promise<Activation> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not installed`);
  if (extension.isActive) throw new Error(`${id} was active before anything needed it`);
  const began = performance.now();
  await extension.activate();
  const total = performance.now() - began;
  const note = (step: string): string => `code/extHost/${step}/${id}`;
  return {
    total,
    load: between(note('willLoadExtensionCode'), note('didLoadExtensionCode')),
    activate: between(note('willActivateExtension'), note('didActivateExtension')),
  };
}

/** Activates both, Devs first in every second window. */
async function measure(devsFirst: boolean): Promise<MeterReport> {
  await delay(CALM_AFTER_MS);
  const first = await activation(devsFirst ? DEVS_ID : PEER_ID);
  const second = await activation(devsFirst ? PEER_ID : DEVS_ID);
  const [devs, peer] = devsFirst ? [first, second] : [second, first];
  return { ok: true, vscode: vscode.version, devs, peer };
}

/**
 * Measures once in this window and leaves the report where the benchmark looks for it.
 * @public called by VS Code
 */
export async function activate(): Promise<void> {
  const folder = process.env[REPORTS_VARIABLE];
  if (folder === undefined) return;
  const before = readdirSync(folder).length;
  const report = await measure(before % 2 === 0).catch((error: unknown): MeterReport => ({
    ok: false,
    problem: String(error),
  }));
  const file = join(folder, `${before}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(report));
  renameSync(`${file}.part`, file);
}
