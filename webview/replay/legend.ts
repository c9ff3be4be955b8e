import { LEVEL_SIGNS } from '../../src/protocol/replay/replayView';
import { html } from '../template';

/** The legend of a timeline's signs. */
export const LEGEND = html`<ul class="legend muted" aria-label="Signs">
  <li
    ><span class="cell" aria-hidden="true" data-colour="0" data-pattern="0">A</span> the same call
    wherever the letter is the same</li
  >
  <li
    ><span class="cell" aria-hidden="true" data-level="suspect"
      ><span class="sign">${LEVEL_SIGNS.suspect}</span></span
    >
    suspected</li
  >
  <li
    ><span class="cell" aria-hidden="true" data-level="stuck"
      ><span class="sign">${LEVEL_SIGNS.stuck}</span></span
    >
    stuck</li
  >
  <li
    ><span class="cell" aria-hidden="true" data-proves="true"></span> is evidence of the chosen
    finding</li
  >
  <li
    ><span class="cell" aria-hidden="true" data-saved="true"></span> Devs would have ended the turn
    before</li
  >
</ul>`;
