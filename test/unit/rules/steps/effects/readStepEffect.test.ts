import assert from 'node:assert/strict';
import { readStepEffect } from '../../../../../src/rules/steps/effects/readStepEffect';

function kindOf(tool: string, args: unknown): string {
  return readStepEffect({ tool, args: typeof args === 'string' ? args : JSON.stringify(args) })
    .kind;
}

describe('the effect of a step', () => {
  const commands: readonly (readonly [string, string])[] = [
    ['npm test 2>&1 | tail -20', 'looks'],
    ['node check.js 2>/dev/null', 'looks'],
    ['test 3 -gt 2 && echo "a => b"', 'looks'],
    ['echo done >> notes.md', 'edits'],
    ['python gen.py > src/gen.ts', 'changes'],
    ['python gen.py > src/gen.ts; sed -i s/a/b/ a.ts', 'changes'],
    ['rm -f b.ts && sed -i s/a/b/ a.ts', 'changes'],
    ["cat <<'EOF' > a.ts\nx\nEOF", 'edits'],
    ['FOO=1 npm test', 'looks'],
    ['git -C /repo commit -m x', 'changes'],
    ['git log --oneline', 'looks'],
    ['sudo rm -rf build', 'changes'],
    ['sed -n 1,20p a.ts', 'looks'],
    ['sed -i.bak s/a/b/ a.ts', 'edits'],
    ['sed -i s/a/b/ *.ts a.ts', 'changes'],
    ["sed -i -e '/x/{n;d}' a.ts", 'changes'],
    ["sed -i 's/a/b/' a.ts", 'edits'],
    ['sleep 20; curl -s localhost', 'waits'],
    ['npm run sleepless', 'looks'],
    ['cd ..', 'acts'],
    ['cd packages/shop', 'acts'],
    ['cd packages/shop && npm test', 'looks'],
    ['export PATH=$PATH:/opt/jdk/bin  # or elsewhere; who knows', 'changes'],
    ['source .venv/bin/activate && export CI=1', 'changes'],
    ['export CI=1 && npm test', 'looks'],
    ['git bisect bad', 'changes'],
    ['git bisect log', 'looks'],
    ["bash -lc 'sed -i s/a/b/ a.ts'", 'edits'],
    ['/bin/sh -c "rm -rf build"', 'changes'],
    ["bash -c 'exit 1' && npm test", 'looks'],
  ];
  for (const [command, kind] of commands)
    it(`of the command ${JSON.stringify(command)}: ${kind}`, () => {
      const found = kindOf('Bash', { command });
      assert.ok(found === kind || (kind === 'looks' && found === 'reads'), found);
    });

  const tools: readonly (readonly [string, unknown, string])[] = [
    ['', '', 'plans'],
    ['TodoWrite', { todos: [] }, 'plans'],
    ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'x' }, 'edits'],
    ['Read', { file_path: 'a.ts' }, 'reads'],
    ['BashOutput', { bash_id: '1' }, 'waits'],
    ['write_stdin', { session_id: 1, chars: '' }, 'waits'],
    ['write_stdin', { session_id: 1, chars: 'n\n' }, 'acts'],
    ['mcp__playwright__browser_click', { ref: 'e1' }, 'acts'],
    ['computer', { action: 'scroll', coordinate: [1, 2] }, 'acts'],
    ['insert_line', { path: 'a.ts', line: 3, text: 'x' }, 'edits'],
    ['Write', { file_path: 'a.ts', content: 'x' }, 'edits'],
    ['Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'edits'],
    ['edit', { filePath: 'a.ts', oldString: 'x', newString: 'y' }, 'edits'],
    ['search_replace', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'edits'],
    ['find_and_replace', { path: 'a.ts', search: 'x', replace: 'y' }, 'edits'],
    ['mcp__crm__get_or_create_label', { name: 'x' }, 'changes'],
    ['search_files', { path: 'a.ts', regex: 'replace' }, 'reads'],
    ['shell', { command: ['bash', '-lc', 'cat a.ts | head'] }, 'reads'],
    ['shell', { command: ['/bin/zsh', '-c', 'touch a.ts'] }, 'changes'],
    ['shell', { command: ['grep', '-n', 'x', 'a.ts'] }, 'reads'],
    ['exec', { command: 'grep -rn x . 2>/dev/null | head -5' }, 'reads'],
    ['exec', { command: 'cat a.ts 2> b.ts' }, 'looks'],
    ['execute_sql', { query: 'select 1' }, 'looks'],
  ];
  for (const [tool, args, kind] of tools)
    it(`of ${tool === '' ? 'mere words' : tool} with ${JSON.stringify(args)}: ${kind}`, () => {
      assert.equal(kindOf(tool, args), kind);
    });
});
