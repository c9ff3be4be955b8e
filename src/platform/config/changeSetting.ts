import { parse } from 'yaml';
import { CONFIG_FILE } from '../../model/config/config';
import type { Answer } from '../../ports/answer';
import type { ConfigChange } from '../../ports/configEditor';
import { describeHiddenCharacter } from '../../text/hiddenCharacter';
import { AGENT_TEMPLATES } from './agentTemplates';
import { changeConfig, refuse, type ConfigContent } from './changeConfig';
import type { ConfigSourceOptions } from './readConfig';
import { addEntry, setKey } from './setKey';

/** Changes one setting of `devs.yaml` and leaves every other line as it is. Never rejects. */
export function changeSetting(options: ConfigSourceOptions, change: ConfigChange): Promise<Answer> {
  return change.kind === 'agent'
    ? changeAgent(options, change.name)
    : changeVerify(options, change.command.trim());
}

async function changeVerify(options: ConfigSourceOptions, command: string): Promise<Answer> {
  const notDone = 'The verify command was not changed.';
  const hidden = describeHiddenCharacter('The command', command, 'lines');
  if (hidden !== undefined) return refuse(`${notDone} ${hidden}`);
  return await changeConfig(options, {
    change: (content) => ({ ...content, verify: command }),
    write: (text) => setKey(text, { key: 'verify', value: command, below: ['agent', 'agents'] }),
    done: `${CONFIG_FILE} verifies with this command.`,
    notDone,
  });
}

async function changeAgent(options: ConfigSourceOptions, name: string): Promise<Answer> {
  const notDone = 'The agent was not changed.';
  const place = { key: 'agent', value: name, below: ['agents'] };
  const lines = AGENT_TEMPLATES.find((template) => template.name === name)?.definition;
  const known = (lines === undefined ? {} : parse(lines)) as Readonly<Record<string, unknown>>;
  return await changeConfig(options, {
    change: ({ agents, ...others }: ConfigContent) => ({
      ...{ ...others, agent: name },
      agents: { ...known, ...(agents as object) },
    }),
    write: function* (text) {
      yield* setKey(text, place);
      if (lines === undefined) return;
      const entry = { key: 'agents', name, lines, value: known[name] };
      for (const next of addEntry(text, entry)) yield* setKey(next, place);
    },
    done: `${CONFIG_FILE} names ${name} as the agent.`,
    notDone,
  });
}
