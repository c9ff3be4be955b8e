import { dirname } from 'node:path';
import { CONFIG_FILE, type ConfigProblem, type DevsConfig } from '../../domain/config';
import type { DoctorContext } from './doctorContext';
import { LOOK_MS, type Finding, type PlannedCheck } from './plannedCheck';
import { quoted, takenApart } from './words';
import { countOf } from '../../text/count';

/** Problems of `devs.yaml` that are listed one by one. */
const MAX_LISTED = 10;

/** `devs.yaml`: there, and what is wrong in it, a check for each mistake. */
export function configChecks(context: DoctorContext): readonly PlannedCheck[] {
  return findings(context).map(({ source = CONFIG_FILE, ...finding }, index) => ({
    id: index === 0 ? 'config' : `config:${index + 1}`,
    group: 'Configuration',
    title: source,
    limitMs: LOOK_MS,
    look: () => finding,
  }));
}

/** With where the mistake is, when that is not `devs.yaml`. */
type Found = Finding & { readonly source?: string };

function findings({ config, parts, options }: DoctorContext): readonly Found[] {
  switch (config.kind) {
    case 'ok':
      return [valid(config.config)];
    case 'missing':
      return [
        {
          level: 'problem',
          found: `there is none in ${quoted(dirname(parts.configFile))}`,
          remedy:
            options.place.kind === 'terminal'
              ? '`devs init` writes a first one.'
              : 'Create a first one.',
          fix: { kind: 'createConfig' },
        },
      ];
    case 'invalid':
      return invalid(config.problems);
    default:
      return config satisfies never;
  }
}

function valid({ tasks, agents }: DevsConfig): Finding {
  const amount = countOf(Object.keys(agents).length, 'agent');
  if (tasks.length > 0)
    return { level: 'ok', found: `${countOf(tasks.length, 'task')}, ${amount}` };
  return {
    level: 'warning',
    found: `no tasks yet, ${amount}`,
    remedy: 'Write what is to be done under `tasks`.',
    fix: { kind: 'openConfig' },
  };
}

function invalid(problems: readonly ConfigProblem[]): readonly Found[] {
  const listed = problems.slice(0, MAX_LISTED).map((problem): Found => {
    const { source, line, message } = problem;
    const place = line === undefined ? '' : `line ${line}: `;
    return {
      ...{ source, level: 'problem' },
      ...takenApart(`${place}${message}`, 'Correct it: docs/configuration.md has every key.'),
      fix: { kind: 'openConfig', ...(line === undefined ? {} : { line }) },
    };
  });
  const left = problems.length - listed.length;
  if (left <= 0) return listed;
  const more: Finding = {
    level: 'problem',
    found: `${countOf(left, 'more problem')} in it`,
    remedy: 'Correct those above first.',
    fix: { kind: 'openConfig' },
  };
  return [...listed, more];
}
