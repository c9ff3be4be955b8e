import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextArea,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

/** The used properties of a text area or text field. */
export interface TextInput extends HTMLElement {
  value: string;
  placeholder: string;
}

/** The used properties of a dropdown. */
export interface Dropdown extends HTMLElement {
  value: string;
  /** Whether its list is shown. */
  readonly open: boolean;
}

/** Registers exactly the components the dashboard uses; call it once, before drawing. */
export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeTextArea(),
    vsCodeTextField(),
  );
}

/** Creates a toolkit button; `icon` buttons need an `aria-label` from the caller. */
export function toolkitButton(appearance: 'primary' | 'secondary' | 'icon'): HTMLElement {
  const button = document.createElement('vscode-button');
  button.setAttribute('appearance', appearance);
  return button;
}

/** Creates a text area with its own label. */
export function toolkitTextArea(label: string, rows: number): TextInput {
  const area = document.createElement('vscode-text-area') as TextInput;
  area.textContent = label;
  area.setAttribute('rows', String(rows));
  area.setAttribute('resize', 'vertical');
  return area;
}

/** Creates a one-line text field with its own label. */
export function toolkitTextField(label: string): TextInput {
  const field = document.createElement('vscode-text-field') as TextInput;
  field.textContent = label;
  return field;
}

/** Creates an empty dropdown; name it with `aria-labelledby`. */
export function toolkitDropdown(): Dropdown {
  return document.createElement('vscode-dropdown') as Dropdown;
}

/** Creates an option of a dropdown. */
export function toolkitOption(value: string, text: string): HTMLElement {
  const option = document.createElement('vscode-option');
  option.setAttribute('value', value);
  option.textContent = text;
  return option;
}
