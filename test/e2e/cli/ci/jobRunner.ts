import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, Step } from './workflow';

/** What all jobs of a run of a workflow share. */
export interface WorkflowRun {
  /** Absolute; everything is below it. */
  readonly root: string;
  /** Address of the repository. */
  readonly remote: string;
  readonly sha: string;
  readonly runId: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Names of steps that are left out. */
  readonly without: readonly string[];
}

/** A job after its end. */
export interface EndedJob {
  readonly ok: boolean;
  /** What it wrote for people. */
  readonly summary: string;
  /** What its steps printed. */
  readonly output: string;
}

/** A value of each key of the matrix. */
type Entry = Readonly<Record<string, string | number>>;

/** Runs a job as GitHub does, in a fresh clone: `run` steps in bash; of actions those that move files. */
export async function runJob(
  run: WorkflowRun,
  job: Job,
  { name, entry = {} }: { readonly name: string; readonly entry?: Entry },
): Promise<EndedJob> {
  const place = new JobPlace(run, name, entry);
  let ok = true;
  for (const step of job.steps) {
    if (run.without.includes(step.name ?? '') || (!ok && step.if !== 'always()')) continue;
    const passed = await place.perform(step);
    ok &&= passed;
  }
  return { ok, summary: place.summary, output: place.output };
}

class JobPlace {
  output = '';
  private readonly folder: string;
  private readonly clone: string;
  private readonly temp: string;
  private readonly summaryFile: string;

  constructor(
    private readonly run: WorkflowRun,
    name: string,
    private readonly entry: Entry,
  ) {
    this.folder = join(run.root, 'jobs', name);
    this.clone = join(this.folder, 'clone');
    this.temp = join(this.folder, 'temp');
    this.summaryFile = join(this.folder, 'summary.md');
    mkdirSync(this.temp, { recursive: true });
  }

  get summary(): string {
    return existsSync(this.summaryFile) ? readFileSync(this.summaryFile, 'utf8') : '';
  }

  /** Whether the step succeeded. */
  async perform({ run, uses = '', with: given = {} }: Step): Promise<boolean> {
    if (run !== undefined) return await this.shell(this.replace(run));
    const words = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, this.replace(String(value))]),
    );
    const artefacts = join(this.run.root, 'artefacts');
    switch (uses.replace(/@.*$/, '')) {
      case 'actions/checkout':
        this.checkOut(words['ref']);
        return true;
      case 'actions/setup-node':
        return true;
      case 'actions/upload-artifact':
        cpSync(words['path'] ?? '', join(artefacts, words['name'] ?? ''), { recursive: true });
        return true;
      case 'actions/download-artifact':
        cpSync(artefacts, words['path'] ?? '', { recursive: true });
        return true;
      default:
        throw new Error(`no such action here: ${uses}`);
    }
  }

  private checkOut(ref = 'main'): void {
    const depth = ['--depth', '1', '--branch', ref];
    execFileSync('git', ['clone', '--quiet', ...depth, this.run.remote, this.clone]);
  }

  private shell(script: string): Promise<boolean> {
    const { environment, sha, runId } = this.run;
    const env = {
      ...environment,
      DEVS_STATE_DIR: join(this.folder, 'state'),
      RUNNER_TEMP: this.temp,
      GITHUB_SHA: sha,
      GITHUB_RUN_ID: runId,
      GITHUB_STEP_SUMMARY: this.summaryFile,
    };
    return new Promise((done) => {
      execFile('bash', ['-e', '-c', script], { cwd: this.clone, env }, (error, stdout, stderr) => {
        this.output += stdout + stderr;
        done(error === null);
      });
    });
  }

  private replace(text: string): string {
    const { entry, temp, run } = this;
    return text.replace(/\$\{\{ ([a-z_.]+) \}\}/gi, (_, name: string) => {
      if (name === 'runner.temp') return temp;
      if (name === 'github.run_id') return run.runId;
      const value = name.startsWith('matrix.') ? entry[name.slice('matrix.'.length)] : undefined;
      if (value === undefined) throw new Error(`no value here: ${name}`);
      return String(value);
    });
  }
}
