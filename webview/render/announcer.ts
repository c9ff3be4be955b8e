import { visibleText } from '../../src/text/visibleText';
import { h, setShown, setText } from './dom';

/** The live region for screen readers; answers to the user's own actions are also visible. */
export interface Announcer {
  readonly element: HTMLElement;
  /** For screen readers only: the page shows it elsewhere. */
  readonly say: (message: string) => void;
  /** For screen readers and, for a while, visible. */
  readonly show: (message: string) => void;
  /** What was shown is no longer true. */
  readonly clear: () => void;
}

const SHOWN_FOR_MS = 10_000;

/** A polite live region and a passing note; on the page before the first message. */
export function createAnnouncer(): Announcer {
  const heard = h('p', { class: 'sr-only', role: 'status', 'aria-live': 'polite' });
  const seen = h('p', { class: 'note', 'aria-hidden': 'true', hidden: '' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Set even when it is the same text again: it is news all the same.
  const say = (message: string): void => {
    heard.textContent = visibleText(message);
  };
  return {
    element: h('div', { class: 'announcer' }, heard, seen),
    say,
    show: (message) => {
      if (message === '') return;
      say(message);
      setText(seen, message);
      setShown(seen, true);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(seen, false), SHOWN_FOR_MS);
    },
    clear: () => {
      clearTimeout(timer);
      setShown(seen, false);
    },
  };
}
