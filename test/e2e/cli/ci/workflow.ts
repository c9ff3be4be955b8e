import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

const PAGE = resolve(__dirname, '../../../../docs/ci.md');

/** A step of a job, as GitHub Actions has it. */
export interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly if?: string;
}

export interface Job {
  readonly needs?: string;
  readonly if?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The workflows that docs/ci.md shows, in its order. */
export function readWorkflows(): readonly Workflow[] {
  return yamlBlocks().flatMap((block) => (hasJobs(block) ? [block] : []));
}

/** The keys of `devs.yaml` that docs/ci.md asks for, in its order. */
export function readConfigKeys(): readonly object[] {
  return yamlBlocks().flatMap((block) => (hasJobs(block) ? [] : [block]));
}

function yamlBlocks(): readonly object[] {
  const page = readFileSync(PAGE, 'utf8');
  return [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(
    ([, text = '']) => parse(text) as object,
  );
}

function hasJobs(block: object): block is Workflow {
  return 'jobs' in block;
}
