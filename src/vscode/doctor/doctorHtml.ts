import { escapeHtml } from '../../text/escapeHtml';
import {
  CHECK_SIGNS,
  countLevels,
  describeRunning,
  summarizeSetup,
  type Check,
  type CheckFix,
  type CheckLevel,
  type RunningCheck,
  type SetupReport,
} from '../../model/workspace/setupReport';
import { clockTime } from '../../text/time';
import { sanitizeLine } from '../text/sanitizeLabel';
import { COMMANDS } from '../contributions/contributions';

/** Content of the page. */
export interface DoctorView {
  /** Name of the workspace folder. */
  readonly folder: string;
  /** URI of the folder: links act on it. */
  readonly folderUri: string;
  /** The findings so far. */
  readonly setup: SetupReport;
  /** The running check; absent when finished. */
  readonly running?: Pick<RunningCheck, 'group' | 'title' | 'doing'>;
  /** Milliseconds since 1970: when it began. */
  readonly at: number;
}

/** Whether a fix has a link; other fixes are only described. */
export type CanFix = (kind: CheckFix['kind']) => boolean;

const LEVEL_NAMES: Readonly<Record<CheckLevel, string>> = {
  ok: 'in order',
  warning: 'warning',
  problem: 'problem',
  skipped: 'left out',
};

const LABELS: Readonly<Record<CheckFix['kind'], string>> = {
  openConfig: 'Open devs.yaml',
  createConfig: 'Create devs.yaml',
  trustWorkspace: 'Manage Workspace Trust',
  setModelKey: 'Set Model Key…',
  allowJudge: 'Allow Judge Model…',
  clean: 'Clean Up Stored State…',
};

const TARGETS: Readonly<Record<CheckFix['kind'] | 'doctor', string>> = {
  doctor: COMMANDS.doctor,
  openConfig: COMMANDS.openConfig,
  createConfig: COMMANDS.init,
  clean: COMMANDS.clean,
  trustWorkspace: 'workbench.trust.manage',
  setModelKey: 'devs.setModelKey',
  allowJudge: 'devs.allowJudge',
};

/** Commands that links of the page may run. */
export const LINKED_COMMANDS: readonly string[] = Object.values(TARGETS);

/** The command that a link runs. */
export function linkedCommand(kind: keyof typeof TARGETS): string {
  return TARGETS[kind];
}

/** The address of a link that runs a command with one argument. */
export function commandLink(kind: keyof typeof TARGETS, argument: object): string {
  return `command:${TARGETS[kind]}?${encodeURIComponent(JSON.stringify([argument]))}`;
}

/** Longest text of a finding, in characters. */
const MAX_TEXT = 800;

/** The page: no script, no resource, every text as text; links run only `LINKED_COMMANDS`. */
export function doctorHtml(
  view: DoctorView,
  { nonce, canFix }: { readonly nonce: string; readonly canFix: CanFix },
): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1.0">
    <title>Devs: Setup</title>
    <style nonce="${nonce}">${DOCTOR_STYLE}</style>
  </head>
  <body>
    <main class="doctor">
      <header>
        <h1>Setup of ${escapedLine(view.folder)}</h1>
        ${headline(view)}
        ${recheckLinks(view)}
      </header>
      ${groups(view, canFix)}
    </main>
  </body>
</html>
`;
}

function headline({ setup, running }: DoctorView): string {
  if (running !== undefined) {
    return `<p class="summary running" role="status">Checking ${escapedLine(describeRunning(running))} …</p>`;
  }
  const { problem, warning } = countLevels(setup.checks);
  const level = problem > 0 ? 'problem' : warning > 0 ? 'warning' : 'ok';
  const words = escapedLine(summarizeSetup(setup));
  return `<p class="summary ${level}" role="status"><span class="sign" aria-hidden="true">${CHECK_SIGNS[level]}</span> ${words}</p>`;
}

/** Links that repeat the checks, with their cost. */
function recheckLinks({ running, folderUri, at }: DoctorView): string {
  if (running !== undefined) return '';
  const link = (label: string, more: object, title: string): string => {
    const href = escapeHtml(commandLink('doctor', { folder: folderUri, ...more }));
    return `<a href="${href}" title="${escapeHtml(title)}">${label}</a>`;
  };
  const links = [
    link(
      'Check again',
      {},
      'Checks the setup again: runs every verify command once and asks the models once',
    ),
    link(
      'Quick check',
      { quick: true },
      'Checks the setup again without running verify commands or asking models',
    ),
    link('Ask the agents too (may cost money)', { askAgents: true }, 'Starts each agent once'),
  ];
  return `<p class="looked">Checked at ${escapeHtml(clockTime(new Date(at).toISOString(), new Date()))}</p>
        <nav class="again" aria-label="Check once more">${links.join(' ')}</nav>`;
}

/** Groups in order of the checks; after the end, groups with problems first. */
function groups({ setup, folderUri, running }: DoctorView, canFix: CanFix): string {
  const names = [...new Set(setup.checks.map(({ group }) => group))];
  const all = names.map((name) => ({
    name,
    checks: setup.checks.filter(({ group }) => group === name),
  }));
  const sorted = running === undefined ? all.sort((a, b) => urgency(b) - urgency(a)) : all;
  return sorted
    .map(({ name, checks }) => {
      const rows = checks.map((check) => row(check, { folderUri, canFix })).join('\n');
      const id = `group-${name.toLowerCase()}`;
      return `<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>\n<ul>${rows}</ul></section>`;
    })
    .join('\n');
}

function urgency({ checks }: Pick<SetupReport, 'checks'>): number {
  const { problem, warning } = countLevels(checks);
  return problem > 0 ? 2 : warning > 0 ? 1 : 0;
}

function row(
  { id, level, title, found, remedy, fix }: Check,
  { folderUri, canFix }: { readonly folderUri: string; readonly canFix: CanFix },
): string {
  const link = fix !== undefined && canFix(fix.kind) ? fixLink(fix, folderUri) : '';
  const todo =
    remedy === undefined && link === ''
      ? ''
      : `<p class="remedy">${withCode(remedy ?? '')} ${link}</p>`;
  return `<li class="${level}" data-check="${escapedLine(id)}">
    <span class="sign" role="img" aria-label="${LEVEL_NAMES[level]}">${CHECK_SIGNS[level]}</span>
    <span class="title">${escapedLine(title)}</span>
    <div class="found"><p>${withCode(found)}</p>${todo}</div>
  </li>`;
}

function fixLink(fix: CheckFix, folder: string): string {
  const line = fix.kind === 'openConfig' && fix.line !== undefined ? { line: fix.line } : {};
  const href = escapeHtml(commandLink(fix.kind, { folder, ...line }));
  return `<a class="fix" href="${href}">${LABELS[fix.kind]}</a>`;
}

/** Formats text between backticks as code. */
function withCode(text: string): string {
  return escapedLine(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escapedLine(text: string): string {
  return escapeHtml(sanitizeLine(text, MAX_TEXT));
}

/** Style of the page, in the colours of the editor's theme. */
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
.fix { display: block; width: fit-content; max-width: 100%; }
@media (max-width: 32rem) {
  main { padding: 1rem 0.75rem 2rem; }
  li { grid-template-columns: 1.4rem minmax(0, 1fr); }
  .title { font-weight: 600; }
  .found { grid-column: 2; }
}
`;
