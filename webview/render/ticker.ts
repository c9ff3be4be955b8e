import { h, setAttribute, setShown, setText } from './dom';
import { describeElapsed } from '../../src/text/describeDuration';
import { localTime } from '../../src/text/time';

/** Updates all running times on the page, once a second. */
export interface Ticker {
  /** Creates a clock that is hidden until it has a time; hide it before discarding it. */
  create(): Clock;
}

/** A clock on the page. */
export interface Clock {
  readonly element: HTMLElement;
  /** Counts up from the given time; `undefined` hides it. */
  since(iso: string | undefined): void;
  /** Counts down to the given time: "until 14:05, 3 min left", and "any moment now" after it. */
  until(iso: string): void;
}

/** Creates a ticker that runs while at least one time is shown. */
export function createTicker(): Ticker {
  const shown = new Map<HTMLElement, () => string>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = (): void => {
    for (const [element, words] of shown) {
      // Hidden timers continue when they are shown again.
      if (element.isConnected) setText(element, words());
    }
  };
  const follow = (): void => {
    if (shown.size > 0) timer ??= setInterval(tick, 1_000);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };

  return {
    create() {
      const element = h('time', { class: 'elapsed', hidden: '' });
      const show = (iso: string, words: () => string): void => {
        setShown(element, true);
        setAttribute(element, 'title', iso);
        shown.set(element, words);
        setText(element, words());
        follow();
      };
      const hide = (): void => {
        element.hidden = true;
        shown.delete(element);
        follow();
      };
      return {
        element,
        since: (iso) => (iso === undefined ? hide() : show(iso, () => elapsed(Date.parse(iso)))),
        until: (iso) => show(iso, () => left(iso)),
      };
    },
  };
}

function left(iso: string): string {
  const seconds = Math.ceil((Date.parse(iso) - Date.now()) / 1_000);
  if (!(seconds > 0)) return 'any moment now';
  return `until ${localTime(iso, new Date())}, ${describeElapsed(seconds * 1_000)} left`;
}

function elapsed(start: number): string {
  return describeElapsed(Date.now() - start);
}
