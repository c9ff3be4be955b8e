/** Addresses and permissions of one page: the dashboard or a replay. */
export interface WebviewResources {
  /** The webview's own origin, the only one that fonts, images and styles may come from. */
  readonly cspSource: string;
  /** New for each page. */
  readonly nonce: string;
  readonly scriptUri: string;
  readonly styleUri: string;
}

/** HTML of a page that may load only its own script, with what that imports, and its style. */
export function webviewHtml({ cspSource, nonce, scriptUri, styleUri }: WebviewResources): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta property="csp-nonce" content="${nonce}">
    <meta name="viewport" content="width=device-width, initial-scale=1.0">
    <link rel="stylesheet" nonce="${nonce}" href="${styleUri}">
    <title>Devs</title>
  </head>
  <body>
    <div id="app"></div>
    <script type="module" nonce="${nonce}" src="${scriptUri}"></script>
  </body>
</html>
`;
}
