import { html, live, nothing, repeat, type Content } from '../template';
import type { Dropdown } from '../toolkit';

export interface AgentChoiceView {
  /** Id of its label, unique on the page. */
  readonly id: string;
  /** What the choice '' says. */
  readonly usual: string;
  readonly others: readonly string[];
  /** '' = the usual one. */
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

/** A choice between the usual agent and the others; nothing where there is no other. */
export function agentChoice({ id, usual, others, chosen, onChoose }: AgentChoiceView): Content {
  if (others.length === 0) return nothing;
  const onChange = ({ currentTarget }: Event): void => onChoose((currentTarget as Dropdown).value);
  const options = repeat(
    ['', ...others],
    (name) => name,
    (name) =>
      html`<vscode-option .value=${live(name)}>${name === '' ? usual : name}</vscode-option>`,
  );
  return html`<div class="field agent-choice"
    ><label id=${id}>Agent</label
    ><vscode-dropdown aria-labelledby=${id} .value=${live(chosen)} @change=${onChange}
      >${options}</vscode-dropdown
    ></div
  >`;
}
