import type { ShownProof } from '../../../src/model/steps/step';
import { h, setShown, setText, type Part } from '../dom';
import { createStepList } from './stepList';

/** Creates the list of steps that prove the loop which ended a turn; hidden for none. */
export function createTurnProof(turn: number): Part<ShownProof | undefined> {
  const heading = h('p', { class: 'muted' });
  const advice = h('p', { class: 'turn-advice' });
  const list = createStepList(`Steps that prove the loop in turn ${turn}`);
  const element = h('div', { class: 'turn-proof' }, heading, list.element, advice);
  return {
    element,
    update: (proof) => {
      setShown(element, proof !== undefined);
      if (proof === undefined) return;
      const { newest, count } = proof;
      const cut = newest.length < count ? `, the newest ${newest.length} of ${count} steps` : '';
      setText(heading, `The loop that ended it${cut}:`);
      list.update(newest);
      setText(advice, proof.advice ?? '');
      setShown(advice, proof.advice !== undefined);
    },
  };
}
