import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** What the scripted `gh` does for a call. */
export interface GhAnswer {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** It never ends by itself. */
  readonly hangs?: true;
}

/** One call of the scripted `gh`. */
export interface GhCall {
  readonly args: readonly string[];
  readonly cwd: string;
  /** What it must not ask, and how it must not look. */
  readonly env: { readonly GH_PROMPT_DISABLED?: string; readonly NO_COLOR?: string };
}

const SCRIPT = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const args = process.argv.slice(2);
const { GH_PROMPT_DISABLED, NO_COLOR } = process.env;
const call = { args, cwd: process.cwd(), env: { GH_PROMPT_DISABLED, NO_COLOR } };
appendFileSync(join(__dirname, 'calls'), JSON.stringify(call) + '\\n');
const { stdout = '', stderr = '', code = 0, hangs } = JSON.parse(readFileSync(join(__dirname, 'answers'), 'utf8'))[args[2]] ?? { stderr: 'unknown call', code: 1 };
process.stdout.write(stdout);
process.stderr.write(stderr);
if (hangs) setInterval(() => undefined, 1000);
else process.exitCode = code;
`;

/** A program `gh` in a folder of its own, whose answers a test writes: by the third argument, an issue or label. */
export class ScriptedGh {
  constructor(
    private readonly folder: string,
    answers: Readonly<Record<string, GhAnswer>>,
  ) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'gh'), SCRIPT, { mode: 0o755 });
    writeFileSync(join(folder, 'answers'), JSON.stringify(answers));
  }

  /** An environment in which it is found. */
  get environment(): NodeJS.ProcessEnv {
    return { PATH: [this.folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) };
  }

  calls(): readonly GhCall[] {
    const file = join(this.folder, 'calls');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return lines.map((line) => JSON.parse(line) as GhCall);
  }
}

/** An issue as `gh issue view --json` prints it. */
export function issueJson(number: number, change: Readonly<Record<string, unknown>> = {}): string {
  const url = `https://github.com/acme/shop/issues/${number}`;
  return JSON.stringify({
    body: 'It breaks.',
    number,
    state: 'OPEN',
    title: `Fix ${number}`,
    url,
    ...change,
  });
}
