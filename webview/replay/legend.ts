import { LEVEL_SIGNS } from '../../src/protocol/replay/replayView';
import { html, nothing, type TemplateResult } from '../template';
import type { LevelWords } from './replayWords';

/** The legend of a timeline's signs; `isProof`: of a guarded session, of which nothing would have been saved. */
export function legend(words: LevelWords, isProof: boolean): TemplateResult {
  const saved = html`<li
    ><span class="cell" aria-hidden="true" data-saved="true"></span> Devs would have ended the turn
    before this step</li
  >`;
  return html`<ul class="legend muted" aria-label="Signs">
    <li
      ><span class="cell" aria-hidden="true" data-colour="0" data-pattern="0">A</span> the same
      letter means the same call</li
    >
    <li
      ><span class="cell" aria-hidden="true" data-level="suspect"
        ><span class="sign">${LEVEL_SIGNS.suspect}</span></span
      >
      ${words.suspect}</li
    >
    <li
      ><span class="cell" aria-hidden="true" data-level="stuck"
        ><span class="sign">${LEVEL_SIGNS.stuck}</span></span
      >
      ${words.stuck}</li
    >
    <li
      ><span class="cell" aria-hidden="true" data-proves="true"></span> is evidence of the selected
      finding</li
    >
    ${isProof ? nothing : saved}
  </ul>`;
}
