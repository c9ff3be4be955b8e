import spawn from 'cross-spawn';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDefinition } from '../../src/domain/config';
import type { ProcessEnd } from '../../src/domain/turn';
import { killGroup } from '../realVscode/processes';

/** What one run of an agent takes. */
export interface AgentStart {
  readonly definition: AgentDefinition;
  readonly workspace: string;
  /** Folder for the files that hold the prompts; outside the workspace. */
  readonly stateDir: string;
  readonly systemPrompt: string;
  readonly prompt: string;
}

/** How it ended: standard output whole, standard error's last 4 KB. */
export interface AgentOutcome {
  readonly end: ProcessEnd;
  readonly reply: string;
  readonly errorTail: string;
}

/** Runs an agent's list command as Devs does; ends its process tree at the definition's time limit. */
export async function startAgent(start: AgentStart): Promise<AgentOutcome> {
  const { definition, workspace } = start;
  const { words, stdin } = fillCommand(start);
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: workspace,
    env: { ...process.env, ...definition.env },
    stdio: 'pipe',
    detached: process.platform !== 'win32',
  });
  const output = { reply: '', errorTail: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.reply += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => {
    output.errorTail = (output.errorTail + chunk.toString()).slice(-4096);
  });
  child.stdin?.on('error', () => undefined); // an agent may end without reading its prompt
  child.stdin?.end(stdin);
  return new Promise((ended) => {
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      if (child.pid !== undefined) killGroup(child.pid);
    }, definition.timeoutMs);
    const finish = (end: ProcessEnd): void => {
      clearTimeout(limit);
      ended({ end: late ? { kind: 'timeout', limitMs: definition.timeoutMs } : end, ...output });
    };
    child.once('error', (error) => finish({ kind: 'couldNotStart', message: error.message }));
    child.once('close', (code, signal) => {
      finish(code === null ? { kind: 'signal', signal: signal ?? '' } : { kind: 'exit', code });
    });
  });
}

/** Puts the two prompts into files where the command names them, and onto standard input where not. */
function fillCommand(start: AgentStart): { words: string[]; stdin: string } {
  const { definition, stateDir, systemPrompt, prompt } = start;
  if (typeof definition.command === 'string') throw new Error('only list commands are run here');
  const command = definition.command;
  const names = (placeholder: string): boolean =>
    command.some((word) => word.includes(placeholder));
  const whole =
    names('{systemPromptFile}') || systemPrompt === '' ? prompt : `${systemPrompt}\n\n${prompt}`;
  const files = { '{promptFile}': whole, '{systemPromptFile}': systemPrompt };
  const words = command.map((word) => {
    let filled = word;
    for (const [placeholder, text] of Object.entries(files)) {
      if (!word.includes(placeholder)) continue;
      const file = join(stateDir, `${placeholder.slice(1, -1)}.md`);
      writeFileSync(file, text);
      filled = filled.replaceAll(placeholder, file);
    }
    return filled;
  });
  return { words, stdin: names('{promptFile}') ? '' : whole };
}
