import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { COMMANDS } from '../../src/vscode/contributions/contributions';
import { devs, exists, folder, until } from './support';

describe('activation', () => {
  // VS Code 1.104 asks every extension that has MCP servers for them, whatever their `when` says.
  if (!vscode.version.startsWith('1.104.'))
    it('does not happen in a folder without devs.yaml', () => {
      equal(devs().isActive, false);
    });

  it('happens with the first terminal, which then has devs on its PATH', async () => {
    const shell = { shellPath: '/bin/sh', shellArgs: ['-c', 'sleep 60'] };
    const first = vscode.window.createTerminal(shell);
    await until('activation', () => devs().isActive);
    const found = join(folder(), 'where-devs-is');
    const script = `command -v devs > '${found}.part'; devs --version >> '${found}.part'; mv '${found}.part' '${found}'`;
    await until('devs in a terminal', async () => {
      const terminal = vscode.window.createTerminal({
        shellPath: '/bin/sh',
        shellArgs: ['-c', script],
      });
      await until('the terminal has said where devs is', () => exists('where-devs-is'));
      terminal.dispose();
      return readFileSync(found, 'utf8') !== '';
    });
    first.dispose();
    const [path, version] = readFileSync(found, 'utf8').split('\n');
    ok(path?.endsWith('/devs.devs/bin/devs'), `devs is at "${path}"`);
    const manifest = devs().packageJSON as { version: string };
    equal(version, manifest.version);
  });

  it('registers every command', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    deepEqual(
      Object.values(COMMANDS).filter((id) => !known.has(id)),
      [],
    );
  });

  it('opens the list of the pages that the package brings along', async () => {
    await vscode.commands.executeCommand(COMMANDS.openDocs);
    const tab = await until('the list of pages', () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.label.includes('README.md') === true ? activeTab : undefined;
    });
    ok(tab.input instanceof vscode.TabInputWebview, 'it is rendered');
    await vscode.window.tabGroups.close(tab);
  });
});
