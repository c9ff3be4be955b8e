import { visibleText } from '../../src/text/visibleText';

/** A part of the page that is created once and then updated in place. */
export interface Part<T> {
  readonly element: HTMLElement;
  readonly update: (value: T) => void;
}

export type Attributes = Readonly<Record<string, string>>;
export type Child = Node | string;

/** Creates an element with attributes and children; strings become text, never markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Sets the text with invisible characters made visible; changes the page only if it differs. */
export function setText(element: Element, text: string): void {
  const shown = visibleText(text);
  if (element.textContent !== shown) element.textContent = shown;
}

/** Sets or (undefined) removes an attribute; changes the page only if it differs. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Shows or hides an element. */
export function setShown(element: HTMLElement, shown: boolean): void {
  if (element.hidden === shown) element.hidden = !shown;
}

/** Moves a node to its position; a node that is already on the page keeps focus and scroll position. */
export function place(parent: Element, node: Element, before: Node | null): void {
  if (node.parentNode === parent && node.nextSibling === before) return;
  if (node.isConnected && parent.isConnected && 'moveBefore' in parent) {
    parent.moveBefore(node, before);
  } else {
    parent.insertBefore(node, before);
  }
}

let lastId = 0;

/** Creates a unique element id, for labels. */
export function freshId(prefix: string): string {
  return `${prefix}-${++lastId}`;
}
