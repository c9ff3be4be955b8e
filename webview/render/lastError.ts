import type { PauseView } from '../../src/reports/pause/pauseView';
import type { Content } from '../template';
import { preformatted } from './bounded';
import type { TaskScope } from './context';
import { linkedText } from './linkedText';

type StuckAt = PauseView['stuckAt'];

/** The last error from the line that names the failure; if unknown, its end, where test programs print it. */
export function lastError(scope: TaskScope, text: string, stuckAt: StuckAt): Content {
  const view = { section: `error:${scope.taskId}`, label: 'Last error', text };
  return preformatted(scope, { ...view, from: failingLine(text, stuckAt) }, (shown) =>
    linkedText(scope, shown),
  );
}

/** Index of the line before the one that names the failure. */
function failingLine(text: string, stuckAt: StuckAt): number | 'end' {
  const [said = ''] = stuckAt?.message.split('\n', 1) ?? [];
  const at = said === '' ? -1 : text.lastIndexOf(said);
  return at < 0 ? 'end' : Math.max(0, text.slice(0, at).split('\n').length - 2);
}
