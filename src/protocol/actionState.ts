/** An action of the dashboard; the host decides its state, the webview only renders it. */
export interface ActionState {
  readonly enabled: boolean;
  /** Tooltip: why it is disabled, or what it does. */
  readonly hint: string;
}
