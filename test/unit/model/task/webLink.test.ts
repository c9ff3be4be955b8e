import { equal } from 'node:assert/strict';
import { isWebLink, MAX_LINK, nameLink } from '../../../../src/model/task/webLink';

describe('the link of a task', () => {
  it('is an http or https address that shows where it leads', () => {
    for (const link of [
      'https://github.com/acme/shop/issues/12',
      'HTTP://localhost:8080',
      'https://tracker.example/@ann/SHOP-7?view=all#comment-1',
      'https://bücher.example/ü',
    ])
      equal(isWebLink(link), true, link);
  });

  it('is nothing else', () => {
    for (const link of [
      ...['', 'github.com/a', 'javascript:alert(1)', 'command:devs.run', 'file:///etc/passwd'],
      ...['vscode://devs.devs/task/a', 'data:text/html,x', ' https://a.example', 'https://'],
      ...[
        'https://github.com@evil.example/',
        'https://user:secret@a.example/',
        'https://a b.example',
      ],
      ...[
        'https://a.example\\@evil.example',
        'https://a.example/\u202egpj.exe',
        'https://a.example/\n',
      ],
      ...['https://a.example/"onclick="x', 'https://a.example/<b>', 'https://a.example:99999/'],
      `https://a.example/${'x'.repeat(MAX_LINK)}`,
    ])
      equal(isWebLink(link), false, link);
  });

  it('has a short name', () => {
    equal(nameLink('https://github.com/acme/shop/issues/12#c'), 'acme/shop#12');
    equal(nameLink('https://github.example.com/acme/shop/pull/3/'), 'acme/shop#3');
    equal(nameLink('https://tracker.example:8080/SHOP-7'), 'tracker.example:8080');
  });
});
