import { h, setShown, setText, type Part } from './dom';
import { icon } from './icons';
import { createKeyedList } from './keyedList';

/** Creates the notices about the state, above the tasks. */
export function createNotices(): Part<readonly string[]> {
  const list = h('ul', { class: 'notices' });
  const draw = createKeyedList<string>(list, (notice) => notice, createNotice);
  const element = h('div', { role: 'region', 'aria-label': 'Notices', hidden: '' }, list);
  return {
    element,
    update: (notices) => {
      setShown(element, notices.length > 0);
      draw([...new Set(notices)]);
    },
  };
}

function createNotice(): Part<string> {
  const text = h('p', { class: 'notice-text' });
  return {
    element: h('li', { class: 'notice' }, icon('warning'), text),
    update: (notice) => setText(text, notice),
  };
}
