import type { TaskView } from '../../src/protocol/dashboardView';
import { describeAttempts } from '../../src/reports/task/describeAttempts';
import { describeTaskDebugger } from '../../src/reports/debugger/describeTaskDebugger';
import { describeLoopProof, LOOP_WORDS } from '../words';
import { visibleLine } from '../../src/text/visibleText';
import { createAttemptList } from './attemptList';
import type { Context } from './context';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { icon } from './icons';
import { createKeyedList } from './keyedList';

/** Characters of the loop that ended the last turn. */
const MAX_LOOP = 400;

/**
 * Findings about a task: the loop over its attempts with its evidence, the loop that ended its last turn, the agent's
 * unblock authority, and the debugger.
 */
export function createAttemptNotes(context: Context, taskId: string): Part<TaskView> {
  const kind = h('p', { class: 'loop-kind' });
  const message = h('p', { class: 'loop-message' });
  const proof = h('p', { class: 'muted' });
  const list = createAttemptList(context, taskId);
  const loop = h(
    'div',
    { class: 'loop-note', role: 'group', 'aria-label': 'Loop' },
    icon('retry'),
    h('div', { class: 'loop-text' }, kind, message, proof, list.element),
  );
  const lastLoop = h('p', {});
  const stopped = h(
    'div',
    {
      class: 'loop-note',
      role: 'group',
      'aria-label': 'Loop in its last turn',
      'data-level': 'stuck',
    },
    icon('retry'),
    h('div', { class: 'loop-text' }, lastLoop),
  );
  const blockers = h('ul', { class: 'blockers' });
  const drawBlockers = createKeyedList<string>(blockers, (line) => line, createBlocker);
  const authority = h(
    'div',
    { class: 'authority-note', role: 'group', 'aria-label': 'Authority' },
    icon('shield'),
    h(
      'div',
      {},
      h('p', {}, 'Its agent may work around these blockers, for this task alone:'),
      blockers,
    ),
  );
  const asked = h('p', { class: 'muted', role: 'group', 'aria-label': 'Debugger' });
  const element = h('div', { class: 'attempt-notes' }, loop, stopped, authority, asked);
  return {
    element,
    update: (task) => {
      // The pause report describes it in full.
      const call = task.report === undefined ? task.debugger : undefined;
      setText(asked, call === undefined ? '' : describeTaskDebugger(call));
      setShown(asked, call !== undefined);
      const notes = [task.loop, task.lastLoop, task.authority, call];
      setShown(
        element,
        notes.some((note) => note !== undefined),
      );
      setShown(loop, task.loop !== undefined);
      if (task.loop !== undefined) {
        setAttribute(loop, 'data-level', task.loop.level);
        setText(kind, LOOP_WORDS[task.loop.loopType]);
        setText(message, task.loop.message);
        setShown(message, task.loop.message !== '' && task.loop.message !== task.statusReason);
        setText(proof, describeLoopProof(task.loop));
        list.update(describeAttempts(task.loop));
      }
      setShown(stopped, task.lastLoop !== undefined);
      setText(lastLoop, visibleLine(task.lastLoop ?? '', MAX_LOOP));
      setShown(authority, task.authority !== undefined);
      drawBlockers([...new Set(task.authority ?? [])]);
    },
  };
}

function createBlocker(): Part<string> {
  const element = h('li');
  return { element, update: (text) => setText(element, text) };
}
