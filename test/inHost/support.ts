import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';

const DEADLINE_MS = 20_000;

/** The folder that is open. */
export function folder(): string {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  if (first === undefined) throw new Error('no folder is open');
  return first.uri.fsPath;
}

/** Devs as it is installed. */
export function devs(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('devs.devs');
  if (extension === undefined) throw new Error('Devs is not installed');
  return extension;
}

/** Writes a file into the folder. */
export async function write(name: string, text: string): Promise<void> {
  await writeFile(join(folder(), name), text);
}

/** Removes files from the folder, and with `devs.yaml` all that Devs knows of it. */
export async function remove(...names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder(), name), { force: true });
}

/** Whether a file of the folder exists. */
export function exists(name: string): boolean {
  return existsSync(join(folder(), name));
}

/** Resolves as soon as `probe` gives something; rejects, saying `what`, when it never does. */
export async function until<T>(
  what: string | (() => string),
  probe: () => T | Promise<T>,
): Promise<Exclude<NonNullable<T>, false>> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) {
      return found as Exclude<NonNullable<T>, false>;
    }
    if (Date.now() > deadline)
      throw new Error(`never happened: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What a command of ours came to. */
export interface Answer {
  readonly ok: boolean;
  readonly message: string;
}

/** Runs a command as a key binding would, and returns its answer. */
export async function command(id: string, argument?: object): Promise<Answer | undefined> {
  return vscode.commands.executeCommand<Answer | undefined>(id, argument);
}

/** What `devs` in a terminal of the folder prints. */
export async function terminal(...args: readonly string[]): Promise<string> {
  const cli = join(devs().extensionPath, 'dist', 'cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { cwd: folder() });
  return stdout;
}

/** How a task stands, as `devs status` in a terminal of the folder says. */
export async function taskStatus(id: string): Promise<string | undefined> {
  const { tasks } = JSON.parse(await terminal('status', '--json')) as {
    tasks: { id: string; status: string }[];
  };
  return tasks.find((task) => task.id === id)?.status;
}

/** Names and times of the files of the state. */
function stateStamp(): string {
  const stateDir = process.env['DEVS_STATE_DIR'];
  if (stateDir === undefined) throw new Error('DEVS_STATE_DIR is not set');
  if (!existsSync(stateDir)) return '';
  return readdirSync(stateDir)
    .map((name) => `${name} ${statSync(join(stateDir, name), { throwIfNoEntry: false })?.mtimeMs}`)
    .join('\n');
}

/** Waits until a task has this status. A terminal is asked anew only once the state has changed. */
export async function untilStatus(id: string, status: string): Promise<void> {
  let asked: string | undefined;
  let found: string | undefined;
  await until(`${id} is ${status}`, async () => {
    const now = stateStamp();
    if (now !== asked) found = await taskStatus(id);
    asked = now;
    return found === status;
  });
}

/** The errors that are shown in `devs.yaml`, as "line: message", 1-based. */
export function shownErrors(): string[] {
  const uri = vscode.Uri.file(join(folder(), 'devs.yaml'));
  return vscode.languages
    .getDiagnostics(uri)
    .map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}

/** Runs a command that shows a list, and accepts what the list proposes; before its lines are there that is nothing. */
export async function accepting(id: string, argument: object): Promise<Answer> {
  return until('the list is accepted with its lines', async () => {
    const answer = await acceptingAtOnce(id, argument);
    return answer?.message.startsWith('No file was selected') === true ? undefined : answer;
  });
}

async function acceptingAtOnce(id: string, argument: object): Promise<Answer | undefined> {
  let ended = false;
  const running = command(id, argument).finally(() => (ended = true));
  await until('the list is accepted', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return ended;
  });
  return running;
}
