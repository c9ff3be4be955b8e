import assert from 'node:assert/strict';
import type { Check } from '../../../src/model/workspace/setupReport';
import { COMMANDS } from '../../../src/vscode/contributions/contributions';
import {
  commandLink,
  DOCTOR_STYLE,
  doctorHtml,
  LINKED_COMMANDS,
  type DoctorView,
} from '../../../src/vscode/doctor/doctorHtml';

const OK: Check = { id: 'devs', group: 'Devs', title: 'Devs', level: 'ok', found: '1.2.3' };
const PROBLEM: Check = {
  ...{ id: 'agent:codex', group: 'Agents', title: 'codex', level: 'problem' },
  ...{ found: '`codex` was not found', remedy: 'Install it.' },
  fix: { kind: 'openConfig', line: 7 },
};

function pageOf(checks: readonly Check[], change: Partial<DoctorView> = {}): string {
  const view: DoctorView = {
    ...{ folder: 'shop', folderUri: 'file:///home/dev/shop', at: 0 },
    setup: { checks, interrupted: false },
    ...change,
  };
  return doctorHtml(view, { nonce: 'abc', canFix: (kind) => kind !== 'allowJudge' });
}

describe('the page of the setup', () => {
  it('has a row for each check, what is to be put right first', () => {
    const html = pageOf([OK, PROBLEM]);
    assert.match(html, /<h1>Setup of shop<\/h1>/);
    assert.match(html, /class="summary problem" role="status">.*✕.* 1 problem: fix it first\./);
    const groups = [...html.matchAll(/<h2 id="[\w-]+">(\w+)<\/h2>/g)].map(([, name]) => name);
    assert.deepEqual(groups, ['Agents', 'Devs']);
    assert.match(html, /<li class="problem" data-check="agent:codex">/);
    assert.match(html, /role="img" aria-label="problem">✕/);
    assert.match(html, /<code>codex<\/code> was not found/);
  });

  it('names its landmarks: each group, and the ways to look once more', () => {
    const html = pageOf([OK, PROBLEM]);
    const labels = [...html.matchAll(/<section aria-labelledby="([\w-]+)">/g)].map(([, id]) => id);
    assert.equal(labels.length, 2);
    for (const id of labels) assert.ok(html.includes(`<h2 id="${id ?? ''}">`));
    assert.match(html, /<nav class="again" aria-label="[^"]+"><a href/);
  });

  it('says its levels in signs, and no text in a colour that a theme makes for signs', () => {
    assert.match(pageOf([OK]), /<p class="summary ok" role="status"><span class="sign"[^>]*>✓/);
    const rules = [...DOCTOR_STYLE.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
    const [signs, texts] = [true, false].map((sign) =>
      rules.filter(([, selector]) => selector?.includes('.sign') === sign),
    );
    const coloured = /error|Warning|charts|testing/;
    assert.ok(signs?.some(([, , style]) => coloured.test(style ?? '')));
    assert.ok(!texts?.some(([, , style]) => coloured.test(style ?? '')));
  });

  it('cuts no name: a long one goes on in the next line', () => {
    assert.doesNotMatch(DOCTOR_STYLE, /ellipsis|overflow: hidden/);
  });

  it('keeps the order while it goes on, and says what it looks at', () => {
    const running = { group: 'Verification', title: '<b>' } as const;
    const html = pageOf([OK, PROBLEM], { running });
    assert.match(html, /Checking Verification: &lt;b&gt; …/);
    assert.ok(html.indexOf('>Devs</h2>') < html.indexOf('>Agents</h2>'));
    assert.doesNotMatch(html, /Check again/);
  });

  it('links to what can be done about it, and to nothing that is not there', () => {
    const html = pageOf([PROBLEM, { ...PROBLEM, id: 'judge', fix: { kind: 'allowJudge' } }]);
    const argument = encodeURIComponent('[{"folder":"file:///home/dev/shop","line":7}]');
    assert.ok(
      html.includes(`<a class="fix" href="command:devs.openConfig?${argument}">Open devs.yaml</a>`),
    );
    assert.doesNotMatch(html, /Allow Judge Model/);
  });

  it('shows hostile texts as texts', () => {
    const evil = `<img src=x onerror="x">'"&\u202e\u0007 [a](command:devs.run) </p>`;
    const check: Check = { ...PROBLEM, id: evil, title: evil, found: evil, remedy: evil };
    const html = pageOf([check], { folder: evil, folderUri: 'file:///a"><script>' });
    assert.doesNotMatch(html, /<img|<script|onerror="x"/);
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    assert.doesNotMatch(html, /[\u202e\u0007]/);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
    assert.ok(
      links.every((href) => LINKED_COMMANDS.includes(/^command:([\w.]+)\?/.exec(href)?.[1] ?? '')),
    );
  });

  it('may load nothing and run nothing', () => {
    const html = pageOf([OK]);
    assert.match(html, /default-src 'none'; style-src 'nonce-abc'/);
    assert.doesNotMatch(html, /script-src|<script|<link|<img/);
  });

  it('links to commands that there are', () => {
    const ours: ReadonlySet<string> = new Set(Object.values(COMMANDS));
    const foreign = LINKED_COMMANDS.filter((command) => !ours.has(command));
    assert.deepEqual(foreign, ['workbench.trust.manage']);
    assert.match(commandLink('doctor', { quick: true }), /^command:devs\.doctor\?/);
  });
});
