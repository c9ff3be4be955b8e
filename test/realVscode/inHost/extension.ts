import { renameSync, writeFileSync } from 'node:fs';
import { REPORT_VARIABLE } from './report';
import { runSuite } from './runSuite';

/** Runs the suite once VS Code has started and leaves the report where the runner outside looks for it. */
export async function activate(): Promise<void> {
  const file = process.env[REPORT_VARIABLE];
  if (file === undefined) return;
  const report = await runSuite();
  writeFileSync(`${file}.part`, JSON.stringify(report));
  renameSync(`${file}.part`, file);
}
