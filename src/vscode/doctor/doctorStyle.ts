/** How the page looks, in the colours of the editor's theme. */
export const DOCTOR_STYLE = `
body {
  padding: 0;
  color: var(--vscode-foreground);
  font: var(--vscode-font-size, 13px)/1.5 var(--vscode-font-family, sans-serif);
}
main { max-width: 58rem; margin: 0 auto; padding: 1.5rem 1.5rem 3rem; }
h1 { margin: 0; font-size: 1.6em; font-weight: 600; overflow-wrap: anywhere; }
h2 {
  margin: 1.6rem 0 0.3rem;
  padding-bottom: 0.3rem;
  border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
  font-size: 1em;
  font-weight: 600;
}
p { margin: 0; }
ul { margin: 0; padding: 0; list-style: none; }
li { display: grid; grid-template-columns: 1.4rem 9rem minmax(0, 1fr); padding: 0.25rem 0; }
code { font-family: var(--vscode-editor-font-family, monospace); font-size: 0.95em; }
a { color: var(--vscode-textLink-foreground); text-decoration: var(--text-link-decoration, none); }
.vscode-high-contrast a { text-decoration: underline; }
a:hover { color: var(--vscode-textLink-activeForeground); text-decoration: underline; }
a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
.summary { margin-top: 0.4rem; font-size: 1.1em; }
.again { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; margin-top: 0.4rem; }
.looked { margin-top: 0.4rem; color: var(--vscode-descriptionForeground); }
.title { padding-right: 0.75rem; overflow-wrap: anywhere; }
.found { overflow-wrap: anywhere; }
.sign { font-weight: 700; }
.ok .sign { color: var(--vscode-charts-green, var(--vscode-testing-iconPassed)); }
.warning .sign { color: var(--vscode-editorWarning-foreground, var(--vscode-charts-yellow)); }
.problem .sign { color: var(--vscode-errorForeground); }
.skipped, .skipped .found { color: var(--vscode-descriptionForeground); }
.remedy {
  margin: 0.3rem 0 0.4rem;
  padding: 0.3rem 0.6rem;
  border-left: 3px solid var(--vscode-textBlockQuote-border, var(--vscode-focusBorder));
  background: var(--vscode-textBlockQuote-background, transparent);
  color: var(--vscode-foreground);
}
.fix { white-space: nowrap; }
@media (max-width: 32rem) {
  main { padding: 1rem 0.75rem 2rem; }
  li { grid-template-columns: 1.4rem minmax(0, 1fr); }
  .title { font-weight: 600; }
  .found { grid-column: 2; }
}
`;
