import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextArea,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

/** What the dashboard uses of a text area or text field. */
export interface TextInput extends HTMLElement {
  value: string;
  placeholder: string;
}

/** What the dashboard uses of a dropdown. */
export interface Dropdown extends HTMLElement {
  value: string;
  /** True while its list is shown. */
  readonly open: boolean;
}

/** Registers exactly the components the dashboard uses; call once, before anything is drawn. */
export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeTextArea(),
    vsCodeTextField(),
  );
}

/** A toolkit button; `icon` ones must be given an `aria-label` by the caller. */
export function toolkitButton(appearance: 'primary' | 'secondary' | 'icon'): HTMLElement {
  const button = document.createElement('vscode-button');
  button.setAttribute('appearance', appearance);
  return button;
}

/** A text area that carries its own label. */
export function toolkitTextArea(label: string, rows: number): TextInput {
  const area = document.createElement('vscode-text-area') as TextInput;
  area.textContent = label;
  area.setAttribute('rows', String(rows));
  area.setAttribute('resize', 'vertical');
  return area;
}

/** A one-line text field that carries its own label. */
export function toolkitTextField(label: string): TextInput {
  const field = document.createElement('vscode-text-field') as TextInput;
  field.textContent = label;
  return field;
}

/** An empty dropdown; name it with `aria-labelledby`. */
export function toolkitDropdown(): Dropdown {
  return document.createElement('vscode-dropdown') as Dropdown;
}

/** An option of a dropdown. */
export function toolkitOption(value: string, text: string): HTMLElement {
  const option = document.createElement('vscode-option');
  option.setAttribute('value', value);
  option.textContent = text;
  return option;
}
