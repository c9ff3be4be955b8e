import assert from 'node:assert/strict';
import { isComplaint } from '../../../../../src/rules/steps/refusals/isComplaint';

describe('a complaint', () => {
  const complaints: readonly (readonly [tool: string, args: string, result: string])[] = [
    ['bash', 'apt-get install -y tilekit', 'Reading package lists...\nE: Unable to locate package'],
    ['bash', 'go get corp.example/x', 'go: corp.example/x: no matching versions for query "v9"'],
    ['bash', 'stored ls', 'An error occurred (AccessDenied) when calling the List operation'],
    ['bash', 'git push', 'To git.example:a.git\n ! [rejected] main -> main (fetch first)'],
    ['bash', 'redis-cli get a', 'NOAUTH Authentication required.'],
    ['bash', 'ssh build.example', 'Host key verification failed.'],
    ['bash', "cd a && sed -i 's/a/b' c", "sed: -e expression #1, char 5: unterminated `s' command"],
    ['update_row', '{"row": 3}', 'row 3 not saved: column qty is required'],
    ['send_letter', '{"to": "a"}', 'message exceeds 25 pages'],
    ['bash', 'curl -s api.example', '{"status":405,"title":"Method Not Allowed"}'],
  ];
  for (const [tool, args, result] of complaints)
    it(`is "${result.split('\n').at(-1) ?? ''}" of ${tool}`, () => {
      assert.ok(isComplaint(result, { tool, args }, false));
    });

  const others: readonly (readonly [tool: string, args: string, result: string])[] = [
    ['bash', 'git log', 'fix: say that a column is required'],
    ['bash', 'nginx -t', 'nginx: the configuration is ok'],
    ['bash', 'wc a.txt', 'other: 3 lines'],
    ['update_row', '{"row": 3}', 'row 3 updated; column qty is required from May on'],
    [
      'bash',
      'ssh a',
      '<returncode>0</returncode>\n<output>\nHost key verification failed.\n</output>',
    ],
  ];
  for (const [tool, args, result] of others)
    it(`is not "${result.split('\n').at(0) ?? ''}" of ${tool}`, () => {
      assert.ok(!isComplaint(result, { tool, args }, false));
    });

  it('is an error of a service even if the program that asked for it ended well', () => {
    const call = { tool: 'bash', args: 'curl -s api.example' };
    assert.ok(isComplaint('{"code": 403, "error": "key is unknown"}', call, true));
    assert.ok(!isComplaint('curl: the rest is not shown', call, true));
  });
});
