import type { DevsConfig } from '../model/config/config';
import { variablesOf } from '../model/config/notifyTarget';
import type { Command } from '../model/task/task';
import type { OutputMask, SecretMask } from '../ports/secretMask';
import { createValueMask, type ValueMask } from '../rules/secrets/createValueMask';
import { secretValues } from '../rules/secrets/secretValues';
import { mapTexts } from '../text/mapTexts';

/** The secrets of a workspace: of its environment, and once `devs.yaml` is known, of what that says. */
export class WorkspaceSecrets implements SecretMask {
  private mask: ValueMask | undefined;
  private config: DevsConfig | undefined;

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /** Takes the secrets of a configuration; output that is being read keeps its former ones. */
  follow(config: DevsConfig): void {
    if (config === this.config) return;
    this.config = config;
    this.mask = undefined;
  }

  get rawTranscripts(): boolean {
    return this.config?.rawTranscripts ?? false;
  }

  text(text: string, mask?: string): string {
    return this.current.text(text, mask);
  }

  value<T>(value: T): T {
    const { current } = this;
    return current.isNeeded ? mapTexts(value, (text) => current.text(text)) : value;
  }

  output(): OutputMask {
    const { current } = this;
    if (!current.isNeeded) return { write: (chunk) => chunk, end: () => Buffer.alloc(0) };
    const stream = current.byteStream();
    return {
      write: (chunk) => Buffer.from(stream.write(chunk.toString('latin1')), 'latin1'),
      end: () => Buffer.from(stream.end(), 'latin1'),
    };
  }

  private get current(): ValueMask {
    return (this.mask ??= createValueMask(secretsOf(this.environment, this.config)));
  }
}

function secretsOf(
  environment: NodeJS.ProcessEnv,
  config: DevsConfig | undefined,
): ReadonlySet<string> {
  const agents = Object.values(config?.agents ?? {});
  const tasks = config?.tasks ?? [];
  const commands = [config?.verify, config?.onEvent, ...tasks.map(({ verify }) => verify)];
  return secretValues({
    environments: [environment, ...agents.map(({ env }) => env)],
    named: [...(config?.secrets ?? []), ...(config?.notify ?? []).flatMap(variablesOf)],
    commands: [...new Set([...commands, ...agents.map(({ command }) => command)])].flatMap(words),
    names: [...agents.map(({ name }) => name), ...tasks.map(({ id }) => id)],
  });
}

/** As one line: an option and its value are two elements of a list. */
function words(command: Command | undefined): readonly string[] {
  if (command === undefined) return [];
  return [typeof command === 'string' ? command : command.join(' ')];
}
