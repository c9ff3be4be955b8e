import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Ended } from '../e2e/cli/devsProcess';
import { TestWorkspace } from '../e2e/cli/testWorkspace';
import type { Edits, SampleProject, Scenario } from './sampleProject';

/** What Devs made of a task after one turn of the agent. */
export interface Played {
  readonly code: Ended['code'];
  readonly status: string;
  readonly reason: string;
  readonly output: string;
}

/** What a runner needs: variables, and a folder with `node_modules`. */
export interface Tools {
  readonly env?: NodeJS.ProcessEnv;
  readonly modules?: string;
}

/** The npm that runs the tests may be told to run no script before or after another. */
const SCRIPTS = { npm_config_ignore_scripts: 'false' };

/**
 * Runs `devs` on the project with an agent that makes the edits of the scenario, once. The project has a witness: its
 * tests fail before the task.
 */
export async function playProject(
  project: SampleProject,
  { start = {}, edits }: Scenario,
  { env = {}, modules }: Tools = {},
): Promise<Played> {
  const workspace = new TestWorkspace();
  try {
    for (const file of ['answer.txt', 'verify.js']) rmSync(path.join(workspace.folder, file));
    const { 'devs.yaml': verify = project.verify, ...files } = { ...project.files, ...start };
    apply(workspace.folder, files);
    if (modules !== undefined)
      symlinkSync(path.join(modules, 'node_modules'), path.join(workspace.root, 'node_modules'));
    const folder = path.join(workspace.root, 'edits');
    mkdirSync(folder);
    workspace.configure([], {
      agents: { scripted: { type: 'command', command: agent(folder, edits) } },
      verify,
      reports: project.reports ?? [],
      baseline: true,
      onDoubt: 'ask',
    });
    const changed = workspace.read('devs.yaml').replace(JSON.stringify(verify), '"true"');
    apply(folder, edits['devs.yaml'] === undefined ? edits : { ...edits, 'devs.yaml': changed });
    const { code, stdout, stderr } = await workspace.start(['run'], { ...SCRIPTS, ...env }).ended;
    const [task] = await workspace.query('SELECT status, status_reason AS reason FROM tasks');
    const { status, reason } = task as Pick<Played, 'status' | 'reason'>;
    return { code, status, reason, output: stdout + stderr };
  } finally {
    await workspace.dispose();
  }
}

function apply(folder: string, edits: Edits): void {
  for (const [file, text] of Object.entries(edits)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (text === null) rmSync(target, { force: true });
    else writeFileSync(target, text);
  }
}

/** An agent that copies `folder` over the project and deletes what is null. */
function agent(folder: string, edits: Edits): readonly string[] {
  const deleted = Object.keys(edits).filter((file) => edits[file] === null);
  const script = `const fs = require('node:fs');
fs.cpSync(${JSON.stringify(folder)}, '.', { recursive: true });
for (const file of ${JSON.stringify(deleted)}) fs.rmSync(file, { force: true });
console.log('STRATEGY: do it');`;
  return [process.execPath, '-e', script];
}
