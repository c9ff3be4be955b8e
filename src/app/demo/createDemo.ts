import { join } from 'node:path';
import { writeDemo } from '../../platform/demo/writeDemo';

/** What a copy of the demo project needs. */
export interface DemoOptions {
  /** Absolute path of `dist/` as built, which holds the project. */
  readonly assetsDir: string;
  /** Absolute path of a folder that is empty or does not exist. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** How it went, as a sentence. */
export interface DemoAnswer {
  readonly ok: boolean;
  readonly message: string;
}

/** Creates the demo project: a shop with a rounding error, and an agent that repeats the same wrong patch. Never rejects. */
export async function createDemo(options: DemoOptions): Promise<DemoAnswer> {
  const { assetsDir, folder, environment } = options;
  try {
    const hasGit = await writeDemo({ source: join(assetsDir, 'demo'), folder, environment });
    const lacking = hasGit
      ? ''
      : ' The folder is not a git repository, because git could not create one there.';
    return { ok: true, message: `The demo project is in ${folder}.${lacking}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `Devs could not create the demo project: ${why}.` };
  }
}
