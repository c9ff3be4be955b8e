import { visibleText } from '../../src/text/visibleText';
import { h, setShown, setText } from './dom';

/** Live region for screen readers; results of the user's own actions are also visible. */
export interface Announcer {
  readonly element: HTMLElement;
  /** Announces a message only to screen readers, since the page shows it elsewhere. */
  readonly say: (message: string) => void;
  /** Announces a message and shows it for a while. */
  readonly show: (message: string) => void;
  /** Hides an outdated message. */
  readonly clear: () => void;
}

const SHOWN_FOR_MS = 10_000;

/** Creates a polite live region and a temporary note; add it to the page before the first message. */
export function createAnnouncer(): Announcer {
  const heard = h('p', { class: 'sr-only', role: 'status', 'aria-live': 'polite' });
  const seen = h('p', { class: 'note', 'aria-hidden': 'true', hidden: '' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Set even if the text is equal, so that it is announced again.
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
