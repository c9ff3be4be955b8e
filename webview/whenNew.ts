import { Directive, directive, type ElementPart, type PartInfo } from 'lit/directive.js';

/** Acts on an element when its key changes, once its content is drawn. */
class WhenNew extends Directive {
  private readonly element: Element;
  private key: string | undefined;

  constructor(part: PartInfo) {
    super(part);
    ({ element: this.element } = part as ElementPart);
  }

  override render(key: string, act: (element: Element) => void): void {
    if (key === this.key) return;
    this.key = key;
    // The content is drawn after the attributes.
    queueMicrotask(() => act(this.element));
  }
}

/** Attribute that calls `act` with the element after it was first drawn, and whenever `key` differs from before. */
export const whenNew = directive(WhenNew);
