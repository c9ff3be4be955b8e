/** The key that sends a form together with Enter. */
export const SUBMIT_KEY = navigator.userAgent.includes('Mac') ? 'Cmd' : 'Ctrl';

/** Whether these keys send a form. */
export function isSubmit({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}
