import { AsyncDirective, directive } from 'lit/async-directive.js';
import { html, type TemplateResult } from '../template';
import { describeElapsed } from '../../src/text/describeDuration';
import { clockTime } from '../../src/text/time';

/** The clocks on the page, each drawn once a second while there are any. */
const clocks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function follow(): void {
  if (clocks.size > 0) {
    timer ??= setInterval(() => {
      for (const draw of clocks) draw();
    }, 1_000);
  } else {
    clearInterval(timer);
    timer = undefined;
  }
}

/** Words that change with the time. */
class Ticking extends AsyncDirective {
  private words: () => string = () => '';
  private readonly draw = (): void => this.setValue(this.words());

  override render(words: () => string): string {
    this.words = words;
    clocks.add(this.draw);
    follow();
    return words();
  }

  protected override disconnected(): void {
    clocks.delete(this.draw);
    follow();
  }

  protected override reconnected(): void {
    clocks.add(this.draw);
    follow();
    this.draw();
  }
}

const ticking = directive(Ticking);

/** A clock that counts up from the given time. */
export function clockSince(iso: string): TemplateResult {
  return clock(iso, () => describeElapsed(Date.now() - Date.parse(iso)));
}

/** A clock that counts down: "until 14:05, 3 min left", and "any moment now" after it. */
export function clockUntil(iso: string): TemplateResult {
  return clock(iso, () => left(iso));
}

function clock(iso: string, words: () => string): TemplateResult {
  return html`<time class="elapsed" title=${iso}>${ticking(words)}</time>`;
}

function left(iso: string): string {
  const seconds = Math.ceil((Date.parse(iso) - Date.now()) / 1_000);
  if (!(seconds > 0)) return 'any moment now';
  return `until ${clockTime(iso, new Date())}, ${describeElapsed(seconds * 1_000)} left`;
}
