import type { StrategyPivot } from '../../src/model/report/pauseReport';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';
import { describePivotFiles } from '../../src/reports/rewind/describePivotFiles';
import { capitalise } from '../../src/text/sentence';
import { localTime } from '../../src/text/time';

/** Creates the list of a task's pivots, with time, triggering entropy and what happened to the files. */
export function createPivotHistory(): Part<readonly StrategyPivot[]> {
  const list = h('ol', { class: 'pivots' });
  const draw = createKeyedList<StrategyPivot>(list, (pivot) => pivot.id, createPivot);
  const element = h('section', { class: 'section' }, h('h4', {}, 'Pivot history'), list);
  return {
    element,
    update: (pivots) => {
      setShown(element, pivots.length > 0);
      draw(pivots);
    },
  };
}

function createPivot(): Part<StrategyPivot> {
  const name = h('span', { class: 'pivot-name' });
  const time = h('time');
  const entropy = h('span', { class: 'muted' });
  const files = h('span', { class: 'pivot-files' });
  return {
    element: h('li', {}, h('span', { class: 'pivot-marker' }), name, time, entropy, files),
    update: (pivot) => {
      setText(name, `Pivot ${pivot.pivotCount}`);
      setText(time, localTime(pivot.triggeredAt, new Date()));
      setAttribute(time, 'title', pivot.triggeredAt);
      setText(files, pivot.files === undefined ? '' : capitalise(describePivotFiles(pivot.files)));
      setShown(files, pivot.files !== undefined);
      setText(entropy, `at entropy ${pivot.entropyCountAtTrigger}`);
    },
  };
}
