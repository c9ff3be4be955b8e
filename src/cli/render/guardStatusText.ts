import { GUARDED_AGENT_NAMES } from '../../model/guard/guardedAgent';
import type { GuardedAgentStatus, GuardStatus } from '../../model/guard/guardStatus';
import { clockTime } from '../../text/time';
import { printableLine, printablePath } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns, type Cell } from '../terminal/table';
import { fitLine } from '../terminal/terminalText';
import { indented } from './titled';

/** Columns of a version, which programs print in any length. */
const MAX_VERSION = 24;
/** The number in what a program prints of its version, beside its name. */
const NUMBER = /\d+\.\d[\w.+-]*/;

export interface GuardStatusTextOptions {
  readonly style: Style;
  readonly now: Date;
}

/** The table of `devs guard status`: each agent, where it is guarded, and what went wrong. */
export function guardStatusText(
  { agents, programs, lastError, log }: GuardStatus,
  { style, now }: GuardStatusTextOptions,
): string {
  const head = ['AGENT', 'VERSION', 'GUARDED', 'LAST STEP', 'SESSIONS TODAY'].map((text) => ({
    text,
    paint: style.dim,
  }));
  const rows = alignColumns([head, ...agents.map((agent) => cells(agent, style, now))]);
  const lines = [
    ...rows.flatMap((row, at) => {
      const agent = agents[at - 1];
      return agent === undefined ? [row] : [row, ...indented(detailLines(agent, style))];
    }),
    '',
    programs === undefined
      ? 'No agent is guarded; to guard your agents, run `devs guard install`.'
      : `Hook programs of Devs: version ${printableLine(programs)}.`,
    ...(lastError === undefined
      ? []
      : [`Last line of ${printablePath(log)}:`, ...indented([printableLine(lastError)])]),
  ];
  return `${lines.join('\n')}\n`;
}

function cells(status: GuardedAgentStatus, style: Style, now: Date): readonly Cell[] {
  const { agent, version, isFound, lastSeen, sessionsToday } = status;
  const shown = printableLine(NUMBER.exec(version ?? '')?.[0] ?? version ?? '');
  return [
    { text: GUARDED_AGENT_NAMES[agent], paint: style.bold },
    { text: isFound ? fitLine(shown, MAX_VERSION) || '–' : 'not found' },
    { text: isGuarded(status) ? 'yes' : 'no' },
    { text: lastSeen === undefined ? '–' : clockTime(lastSeen, now) },
    { text: String(sessionsToday) },
  ];
}

/** Whether some settings have the guard, and the agent runs it as far as is known. */
function isGuarded({ settings, trust }: GuardedAgentStatus): boolean {
  return settings.some(({ off }) => off === undefined) && trust !== 'untrusted';
}

function detailLines(
  { agent, settings, problems, trust }: GuardedAgentStatus,
  style: Style,
): readonly string[] {
  return [
    ...settings.map(({ file, state, scope, off }) => {
      const [where, renewal] =
        scope === 'project'
          ? [' (project)', `\`devs guard install ${agent} --project\` in its folder`]
          : ['', `\`devs guard install ${agent}\``];
      const old = state === 'outdated' ? `: outdated, ${renewal} updates it` : '';
      const place = off === undefined || off.file === file ? 'it' : printablePath(off.file);
      const isOff = off === undefined ? '' : `: off, because "${off.name}" is true in ${place}`;
      return `${printablePath(file)}${where}${old}${isOff}`;
    }),
    ...(trust === 'untrusted'
      ? [
          style.yellow(
            'not trusted, so not run: type /hooks in `codex`, or `devs guard install codex --trust`',
          ),
        ]
      : []),
    ...(trust === 'trusted' ? ['trusted'] : []),
    ...(trust === 'unknown'
      ? ['whether it is trusted is not known: `codex` shows it in its /hooks']
      : []),
    ...problems.map((problem) => style.yellow(printableLine(problem))),
  ];
}
