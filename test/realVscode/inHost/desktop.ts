import { reportLines, succeeded } from './report';
import { runSuite } from './runSuite';

/** What a desktop VS Code started with `--extensionTestsPath` calls; throws when a test fails. */
export async function run(): Promise<void> {
  const report = await runSuite();
  for (const line of reportLines(report)) console.log(line);
  if (!succeeded(report)) throw new Error('Tests inside VS Code failed.');
}
