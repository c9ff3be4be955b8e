import type { StrategyPivot } from '../../src/model/report/pauseReport';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';
import { localTime } from '../../src/text/time';

/** Creates the list of a task's pivots, with time and triggering entropy. */
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
  return {
    element: h('li', {}, h('span', { class: 'pivot-marker' }), name, time, entropy),
    update: (pivot) => {
      setText(name, `Pivot ${pivot.pivotCount}`);
      setText(time, localTime(pivot.triggeredAt, new Date()));
      setAttribute(time, 'title', pivot.triggeredAt);
      setText(entropy, `at entropy ${pivot.entropyCountAtTrigger}`);
    },
  };
}
