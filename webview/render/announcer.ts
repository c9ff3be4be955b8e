import { html, render } from '../template';
import { visibleText } from '../../src/text/visibleText';
import { inlineCode, withoutCodeMarks } from './inlineCode';

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
  const element = document.createElement('div');
  element.className = 'announcer';
  let seen = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    const note = html`<p class="note" aria-hidden="true" ?hidden=${seen === ''}
      >${inlineCode(seen)}</p
    >`;
    render(html`<p class="sr-only" role="status" aria-live="polite"></p>${note}`, element);
  };
  // Set even if the text is equal, so that it is announced again.
  const say = (message: string): void => {
    const heard = element.querySelector('[role="status"]');
    if (heard !== null) heard.textContent = visibleText(withoutCodeMarks(message));
  };
  const clear = (): void => {
    clearTimeout(timer);
    seen = '';
    draw();
  };
  draw();
  return {
    element,
    say,
    clear,
    show: (message) => {
      if (message === '') return;
      say(message);
      clear();
      seen = message;
      draw();
      timer = setTimeout(clear, SHOWN_FOR_MS);
    },
  };
}
