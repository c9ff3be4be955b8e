import type { SuggestedLesson } from '../../src/reports/pause/pauseView';
import { capitalise } from '../../src/text/sentence';
import { createButton } from './button';
import { h, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';

/** Creates the list of lessons from similar failures; each can be used as a hint. */
export function createSuggestedLessons(
  onUseHint: (text: string) => void,
): Part<readonly SuggestedLesson[]> {
  const list = h('ul', { class: 'lessons' });
  const draw = createKeyedList<SuggestedLesson>(
    list,
    ({ id }) => id,
    () => createLesson(onUseHint),
  );
  const heading = h('h4', {}, 'What helped before');
  const element = h('section', { class: 'section' }, heading, list);
  return {
    element,
    update: (lessons) => {
      setShown(element, lessons.length > 0);
      draw(lessons);
    },
  };
}

function createLesson(onUseHint: (text: string) => void): Part<SuggestedLesson> {
  const text = h('p', { class: 'lesson-text' });
  const origin = h('span', { class: 'muted' });
  const use = createButton({ action: 'useHint', label: 'Use as hint', appearance: 'link' });
  let hint = '';
  use.onPress(() => onUseHint(hint));
  use.setState({ enabled: true, hint: 'Puts it into the hint below; nothing is sent yet.' });
  return {
    element: h('li', {}, text, h('p', { class: 'lesson-origin' }, origin, use.element)),
    update: (lesson) => {
      hint = lesson.text;
      setText(text, hint);
      // Another agent is chosen in the form; it is no hint for an agent.
      setShown(use.element, lesson.isHint);
      setText(origin, capitalise(lesson.origin));
    },
  };
}
