import { createButton } from './button';
import { h, setShown, setText } from './dom';
import { icon } from './icons';

/** An error next to its control, until the user dismisses it or retries. */
export interface Alert {
  readonly element: HTMLElement;
  show(message: string): void;
  clear(): void;
}

/** Creates an empty, hidden alert; `onDismiss` moves the focus afterwards. */
export function createAlert(onDismiss: () => void): Alert {
  const text = h('p', { class: 'alert-text' });
  const clear = (): void => {
    setText(text, '');
    setShown(box, false);
  };
  const dismiss = createButton({ action: 'dismiss', label: 'Dismiss', icon: 'close' });
  dismiss.onPress(() => {
    clear();
    onDismiss();
  });
  const box = h('div', { class: 'alert', hidden: '' }, icon('warning'), text, dismiss.element);
  // The live region stays on the page, so that its content is announced.
  const element = h('div', { role: 'alert' }, box);
  return {
    element,
    clear,
    show: (message) => {
      setShown(box, true);
      setText(text, message);
    },
  };
}
