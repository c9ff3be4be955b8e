import type { Bundle } from '../unit/webview/harness';

/** The same page with the least that can show the rows: one HTML text for all, made anew at each change. */
export function innerHtmlPage({ style }: Bundle): Bundle {
  const metafile = { inputs: {}, outputs: {} };
  return { entry: 'page.js', scripts: { 'page.js': SCRIPT }, style, metafile };
}

const SCRIPT = `
  const text = (value) => value.replace(/[&<>"]/g, (sign) => '&#' + sign.charCodeAt(0) + ';');
  const row = (task) =>
    '<li class="row" data-task="' + text(task.id) + '"><button type="button" class="row-line">' +
    '<span class="status-icon"><svg viewBox="0 0 16 16" width="16" height="16" class="icon">' +
    '<path class="line" d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z"/></svg></span>' +
    '<span class="row-title">' + text(task.title) + '</span><span class="row-facts">' +
    text(task.status + ' · ' + task.statusReason) + '</span></button></li>';
  let tasks = [];
  const draw = () => {
    document.getElementById('app').innerHTML = '<ul class="cards">' + tasks.map(row).join('') + '</ul>';
  };
  const api = acquireVsCodeApi();
  addEventListener('message', ({ data }) => {
    if (data.type === 'response') tasks = data.result.view.tasks;
    if (data.type === 'patch') {
      const changed = new Map(data.patch.tasks.map((task) => [task.id, task]));
      tasks = tasks.map((task) => changed.get(task.id) ?? task);
    }
    draw();
  });
  api.postMessage({ id: 1, method: 'ready' });
`;
