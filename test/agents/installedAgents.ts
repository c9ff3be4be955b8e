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

/** Programs that are run over the Agent Client Protocol alone. */
const ADAPTER_PACKAGES = {
  'claude-agent-acp': { package: '@agentclientprotocol/claude-agent-acp', version: '0.101.0' },
  'codex-acp': { package: '@agentclientprotocol/codex-acp', version: '2.6.0' },
  cline: { package: 'cline', version: '3.0.65' },
  copilot: { package: '@github/copilot', version: '1.0.102' },
} as const;

const PACKAGES = { ...AGENT_PACKAGES, ...ADAPTER_PACKAGES };

/** Name of an agent that is run for real. */
export type RealAgent = keyof typeof AGENT_PACKAGES;

/** The agents over the Agent Client Protocol, by the name of their definition, with the package each comes in. */
export const ACP_PACKAGES = {
  'claude-acp': 'claude-agent-acp',
  'codex-acp': 'codex-acp',
  'gemini-acp': 'gemini',
  'opencode-acp': 'opencode',
  'qwen-acp': 'qwen',
  cline: 'cline',
  copilot: 'copilot',
} as const satisfies Readonly<Record<string, keyof typeof PACKAGES>>;

/** Name of an agent over the Agent Client Protocol that is run for real. */
export type RealAcpAgent = keyof typeof ACP_PACKAGES;

/** The version in which an agent over the Agent Client Protocol is run. */
export function acpVersion(name: RealAcpAgent): string {
  return PACKAGES[ACP_PACKAGES[name]].version;
}

/** The agents that the tests run at this scale: all of them, or the two that install and start fastest. */
export const PLAYED_AGENTS: readonly RealAgent[] = scaled<readonly RealAgent[]>(
  ['claude', 'codex'],
  Object.keys(AGENT_PACKAGES) as RealAgent[],
);

/** As `PLAYED_AGENTS`, over the Agent Client Protocol. */
export const PLAYED_ACP_AGENTS: readonly RealAcpAgent[] = scaled<readonly RealAcpAgent[]>(
  ['codex-acp'],
  Object.keys(ACP_PACKAGES) as RealAcpAgent[],
);

/**
 * Installs the agents of this scale into `.vscode-test/` unless they are there already (all: about 1.1 GB), without
 * running install scripts, and gives the value of PATH with which their commands are found.
 */
export function installAgents(): Promise<string> {
  return installPackages(PLAYED_AGENTS);
}

/** As `installAgents`, for those over the Agent Client Protocol (all: about 2 GB). */
export function installAcpAgents(): Promise<string> {
  return installPackages(PLAYED_ACP_AGENTS.map((name) => ACP_PACKAGES[name]));
}

/** The file of an agent's program; installs it where it is not there. */
export async function installedProgram(name: RealAgent): Promise<string> {
  return join(await installAgent(name), 'node_modules', '.bin', name);
}

/** Both; a program that is in several packages is taken from its own. */
export async function installAll(): Promise<string> {
  return [await installAgents(), await installAcpAgents()].join(delimiter);
}

async function installPackages(names: readonly (keyof typeof PACKAGES)[]): Promise<string> {
  const folders = [];
  for (const name of names) {
    folders.push(join(await installAgent(name), 'node_modules', '.bin'));
  }
  return [...folders, process.env['PATH'] ?? ''].join(delimiter);
}

function installAgent(name: keyof typeof PACKAGES): Promise<string> {
  const { package: pkg, version } = PACKAGES[name];
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
const LINKING: Partial<Readonly<Record<keyof typeof PACKAGES, string>>> = {
  claude: 'install.cjs',
  opencode: 'postinstall.mjs',
};

async function runScript(folder: string, script: string): Promise<void> {
  const file = join(folder, 'node_modules', script);
  await promisify(execFile)(process.execPath, [file], { cwd: folder, timeout: 60_000 });
}

if (require.main === module) {
  installAll().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
