import { h, setText } from './dom';

/** The one line that screen readers are told; answers to the human's own actions are also seen. */
export interface Announcer {
  readonly element: HTMLElement;
  /** Heard only: the page shows it elsewhere. */
  readonly say: (message: string) => void;
  /** Heard and seen, for a while. */
  readonly show: (message: string) => void;
}

const SHOWN_FOR_MS = 10_000;

/** A polite live region; it must be on the page before the first message. */
export function createAnnouncer(): Announcer {
  const element = h('p', { class: 'announcer', role: 'status', 'aria-live': 'polite' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const put = (message: string, seen: boolean): void => {
    clearTimeout(timer);
    element.classList.toggle('seen', seen);
    setText(element, message);
    if (seen) {
      timer = setTimeout(() => {
        element.classList.remove('seen');
        setText(element, '');
      }, SHOWN_FOR_MS);
    }
  };
  return {
    element,
    say: (message) => put(message, false),
    show: (message) => put(message, true),
  };
}
