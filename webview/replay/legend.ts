import { LEVEL_SIGNS } from '../../src/protocol/replay/replayView';
import { h } from '../render/dom';

/** Creates the legend of a timeline's signs. */
export function createLegend(): HTMLElement {
  return h(
    'ul',
    { class: 'legend muted', 'aria-label': 'Signs' },
    entry(
      { 'data-colour': '0', 'data-pattern': '0' },
      'A',
      'the same call wherever the letter is the same',
    ),
    entry({ 'data-level': 'suspect' }, '', 'suspected', LEVEL_SIGNS.suspect),
    entry({ 'data-level': 'stuck' }, '', 'stuck', LEVEL_SIGNS.stuck),
    entry({ 'data-proves': 'true' }, '', 'proves the chosen finding'),
    entry({ 'data-saved': 'true' }, '', 'Devs would have ended the turn before'),
  );
}

function entry(
  look: Readonly<Record<string, string>>,
  letter: string,
  words: string,
  sign = '',
): HTMLElement {
  const signs = sign === '' ? [] : [h('span', { class: 'sign' }, sign)];
  const cell = h('span', { class: 'cell', 'aria-hidden': 'true', ...look }, letter, ...signs);
  return h('li', {}, cell, ' ', words);
}
