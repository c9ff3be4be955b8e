import type { PausedDebugger } from '../../src/reports/pause/pauseView';
import { visibleText } from '../../src/text/visibleText';
import { h, setShown, setText, type Part } from './dom';

/** Creates the section about the debugger's diagnosis: who gave it, how it went, its words. */
export function createDiagnosis(): Part<PausedDebugger | undefined> {
  const summary = h('p');
  const words = h('pre', {
    class: 'scroller',
    tabindex: '0',
    role: 'region',
    'aria-label': 'Diagnosis',
  });
  const element = h('section', { class: 'section' }, h('h4', {}, 'Diagnosis'), summary, words);
  return {
    element,
    update: (asked) => {
      setShown(element, asked !== undefined);
      setText(summary, [asked?.summary ?? '', ...(asked?.changes ?? [])].join(' '));
      setText(words, visibleText(asked?.diagnosis ?? ''));
      setShown(words, words.textContent !== '');
    },
  };
}
