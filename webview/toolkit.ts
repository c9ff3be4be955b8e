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
