import { basename } from 'node:path';
import { knownConfig, type AgentDefinition } from '../../model/config/config';
import type { Overview } from '../../model/overview/overview';
import type { KnownAgent } from '../../ports/configEditor';
import { StateError } from '../../ports/workspaceState';
import { findProgramName } from '../../rules/programs/findProgramName';
import type { DevsAppParts } from '../lease/devsAppParts';
import { readOverview, type OverviewParts } from '../read/readOverview';
import type { SetUpAgent, SetUpFacts } from './setUpFacts';

type Parts = OverviewParts & Pick<DevsAppParts, 'configEditor' | 'machine'>;

/** Reads `devs.yaml` and looks for the agents that it names and for those that Devs knows. Starts nothing. */
export async function readSetUp(parts: Parts): Promise<SetUpFacts> {
  const { configSource, configEditor, machine } = parts;
  const [config, { agents: known, verify }, overview] = await Promise.all([
    configSource.read(),
    configEditor.suggest(),
    readTasks(parts),
  ]);
  const named = Object.values(knownConfig(config)?.agents ?? {});
  const names = new Set(named.map(({ name }) => name));
  const agents = [
    ...(await Promise.all(named.map((agent) => lookFor(agent, { machine, known })))),
    ...known.filter(({ name, isOffered }) => isOffered && !names.has(name)).map(toSetUpAgent),
  ];
  return {
    ...{ config, agents },
    ...(verify !== undefined && { suggestedVerify: verify }),
    ...(overview && { overview }),
  };
}

async function readTasks(parts: Parts): Promise<Overview | undefined> {
  try {
    return await readOverview(parts);
  } catch (error) {
    if (error instanceof StateError) return undefined;
    throw error;
  }
}

async function lookFor(
  { name, command, env }: AgentDefinition,
  { machine, known }: Pick<Parts, 'machine'> & { readonly known: readonly KnownAgent[] },
): Promise<SetUpAgent> {
  const program = findProgramName(command);
  if (program === undefined) return { name, found: true };
  const place = await machine.locate(program, env);
  if (place.kind === 'found') return { name, found: true, file: place.file };
  const install = known.find((agent) => agent.program === basename(program))?.install;
  return { name, found: false, ...(install !== undefined && { install }) };
}

function toSetUpAgent({ name, file, install }: KnownAgent): SetUpAgent {
  return { name, install, found: file !== undefined, ...(file !== undefined && { file }) };
}
