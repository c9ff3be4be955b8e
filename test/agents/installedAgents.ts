import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from '../realVscode/installOnce';
import { npmInstall } from '../realVscode/npmInstall';
import { scaled } from '../support/scale';

/** The agents that are run for real, by the name of their definition, with the npm package each comes in. */
export const AGENT_PACKAGES = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.197' },
  codex: { package: '@openai/codex', version: '0.169.0' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0' },
  opencode: { package: 'opencode-ai', version: '1.18.33' },
  qwen: { package: '@qwen-code/qwen-code', version: '0.15.10' },
} as const;

/** Name of an agent that is run for real. */
export type RealAgent = keyof typeof AGENT_PACKAGES;

/** The agents that the tests run at this scale: all of them, or the two that install and start fastest. */
export const PLAYED_AGENTS: readonly RealAgent[] = scaled<readonly RealAgent[]>(
  ['claude', 'codex'],
  Object.keys(AGENT_PACKAGES) as RealAgent[],
);

/**
 * Installs the agents of this scale into `.vscode-test/` unless they are there already (all: about 1.1 GB), without
 * running install scripts, and gives the value of PATH with which their commands are found.
 */
export async function installAgents(): Promise<string> {
  const folders = [];
  for (const name of PLAYED_AGENTS) {
    folders.push(join(await installAgent(name), 'node_modules', '.bin'));
  }
  return [...folders, process.env['PATH'] ?? ''].join(delimiter);
}

function installAgent(name: RealAgent): Promise<string> {
  const { package: pkg, version } = AGENT_PACKAGES[name];
  return installOnce({
    name: `agent-${name}-${version}`,
    fill: async (folder) => {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
      await npmInstall(folder, [`${pkg}@${version}`]);
      const script = LINKING[name];
      if (script !== undefined) await runScript(folder, join(pkg, script));
    },
  });
}

/** Install scripts that only link the program for this platform to where the command expects it. */
const LINKING: Partial<Readonly<Record<RealAgent, string>>> = {
  claude: 'install.cjs',
  opencode: 'postinstall.mjs',
};

async function runScript(folder: string, script: string): Promise<void> {
  const file = join(folder, 'node_modules', script);
  await promisify(execFile)(process.execPath, [file], { cwd: folder, timeout: 60_000 });
}

if (require.main === module) {
  installAgents().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
