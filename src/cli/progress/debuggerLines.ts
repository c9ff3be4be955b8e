import type { EventOf } from '../../model/events/devsEvent';
import { describeDebuggerCall } from '../../reports/debugger/describeDebuggerCall';
import { countOf } from '../../text/count';
import { listSome } from '../../text/list';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

const MAX_FILES = 5;
/** Lines of a diagnosis that are shown. */
const MAX_LINES = 6;

/** "⚕ fix-rounding  after turn 5  the debugger agent codex gave a diagnosis (12 s); …", with the diagnosis below it. */
export function debuggerLines(
  { taskId, data }: EventOf<'debugger_asked'>,
  style: Style,
): readonly string[] {
  const words = printableLine(describeDebuggerCall(data));
  const { undone_files: undone = [], diagnosis = '' } = data;
  const head = [
    `${style.cyan('⚕')} ${style.bold(printableLine(taskId))}`,
    `after turn ${data.turn}`,
    data.answer === 'diagnosis' ? words : style.yellow(words),
  ].join('  ');
  return [
    head,
    ...diagnosisLines(diagnosis),
    ...(undone.length === 0
      ? []
      : [
          style.yellow(
            `  it changed files; Devs undid that: ${listSome(undone.map(printableLine), MAX_FILES)}`,
          ),
        ]),
  ];
}

function diagnosisLines(diagnosis: string): readonly string[] {
  const lines = diagnosis
    .split('\n')
    .map(printableLine)
    .filter((line) => line !== '');
  const left = lines.length - MAX_LINES;
  return [
    ...lines.slice(0, MAX_LINES).map((line) => `  | ${line}`),
    ...(left > 0 ? [`  | … ${countOf(left, 'more line')}`] : []),
  ];
}
