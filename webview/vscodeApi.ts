/** API of VS Code for a webview; may be acquired once. */
export interface VsCodeApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
