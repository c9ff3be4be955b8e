import type { IndependentOutput } from './independentOutput';

/** Outputs of running programs: servers, databases, clients, shells. */
export const SERVICES: readonly IndependentOutput[] = [
  {
    tool: 'Spring Boot',
    text: `2026-11-22T02:10:11.123Z  INFO 41233 --- [           main] com.shop.ShopApplication                 : Starting ShopApplication using Java 17.0.15 with PID 41233 (/home/ann/shop/target/classes started by ann in /home/ann/shop)
2026-11-22T02:10:13.001Z ERROR 41233 --- [           main] o.s.boot.SpringApplication               : Application run failed

org.springframework.beans.factory.BeanCreationException: Error creating bean with name 'cartController': Unsatisfied dependency
	at org.springframework.beans.factory.support.ConstructorResolver.createArgumentArray(ConstructorResolver.java:795)
	at com.shop.ShopApplication.main(ShopApplication.java:11)
Caused by: java.sql.SQLException: Access denied for user 'shop'
	at com.mysql.cj.jdbc.ConnectionImpl.createNewIO(ConnectionImpl.java:828)
	... 19 common frames omitted
`,
    reworded: [
      ['2026-11-22T02:10:1', '2026-12-01T13:55:4'],
      ['by ann', 'by bob'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['Application.java:11', 'Application.java:12'],
      [':795', ':801'],
    ],
    others: [
      ["'cartController'", "'orderController'"],
      ["for user 'shop'", "for user 'root'"],
      ['java.sql.SQLException', 'java.sql.SQLTimeoutException'],
      ['com.shop.ShopApplication.main', 'com.shop.ShopApplication.run'],
    ],
  },
  {
    tool: 'log4j without a stack',
    text: `[22/Nov/2026:02:10:11 +0000] [worker-3] WARN  retrying (attempt 2 of 5)
[22/Nov/2026:02:10:12 +0000] [worker-3] ERROR cannot publish order: queue 'orders' is full
`,
    reworded: [['[22/Nov/2026:02:10:1', '[01/Dec/2026:13:55:4']],
    others: [
      ["'orders'", "'returns'"],
      ['is full', 'is gone'],
    ],
  },
  {
    tool: 'pino',
    text: `{"level":30,"time":1763777411123,"pid":41233,"hostname":"ann-box","msg":"listening"}
{"level":50,"time":1763777411456,"pid":41233,"hostname":"ann-box","err":{"type":"Error","message":"no such order o-12","stack":"Error: no such order o-12\\n    at find (/home/ann/shop/src/order.js:4:9)"},"msg":"request failed"}
`,
    reworded: [
      ['1763777411', '1763999990'],
      ['41233', '977'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
    ],
    others: [
      ['o-12', 'o-13'],
      ['request failed', 'request dropped'],
      ['at find', 'at load'],
    ],
  },
  {
    tool: 'Django',
    text: `Internal Server Error: /orders/
Traceback (most recent call last):
  File "/home/ann/shop/.venv/lib/python3.12/site-packages/django/core/handlers/exception.py", line 55, in inner
    response = get_response(request)
  File "/home/ann/shop/shop/views.py", line 14, in orders
    total = cart["total"]
KeyError: 'total'
[22/Nov/2026 02:10:11] "GET /orders/ HTTP/1.1" 500 71233
`,
    reworded: [
      ['22/Nov/2026 02:10:11', '01/Dec/2026 13:55:41'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['line 55', 'line 57'],
      ['line 14', 'line 19'],
    ],
    others: [
      ["KeyError: 'total'", "KeyError: 'sum'"],
      ['in orders', 'in returns'],
      ['KeyError', 'LookupError'],
    ],
  },
  {
    tool: 'psql',
    text: `psql:/home/ann/shop/migrations/003.sql:14: ERROR:  column "prise" of relation "orders" does not exist
LINE 1: INSERT INTO orders (id, prise) VALUES (1, 2);
                                ^
`,
    reworded: [
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['003.sql:14', '003.sql:17'],
    ],
    others: [
      ['"prise"', '"prize"'],
      ['"orders"', '"returns"'],
      ['003.sql', '004.sql'],
    ],
  },
  {
    tool: 'MySQL',
    text: `ERROR 1045 (28000): Access denied for user 'shop'@'localhost' (using password: YES)
`,
    reworded: [],
    others: [
      ['1045', '1044'],
      ["'shop'", "'root'"],
      ['YES', 'NO'],
    ],
  },
  {
    tool: 'curl',
    text: `  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                 Dload  Upload   Total   Spent    Left  Speed
  0     0    0     0    0     0      0      0 --:--:--  0:00:01 --:--:--     0
curl: (22) The requested URL returned error: 404
`,
    reworded: [['0:00:01', '0:00:03']],
    others: [
      ['404', '500'],
      ['(22)', '(56)'],
    ],
  },
  {
    tool: 'an HTTP client',
    text: `AxiosError: Request failed with status code 404
    at settle (/home/ann/shop/node_modules/axios/dist/node/axios.cjs:1966:12)
    at load (/home/ann/shop/src/prices.js:8:17)
`,
    reworded: [
      ['/home/ann/shop', '/srv/builds/shop-7'],
      [':1966:12', ':2011:12'],
      ['prices.js:8', 'prices.js:10'],
    ],
    others: [
      ['code 404', 'code 422'],
      ['AxiosError', 'FetchError'],
      ['at load', 'at save'],
      ['src/prices.js', 'src/rates.js'],
    ],
  },
  {
    tool: 'a test server on any port',
    text: `Error: connect ECONNREFUSED 127.0.0.1:41233
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)
`,
    reworded: [[':41233', ':50107']],
    others: [['ECONNREFUSED', 'ECONNRESET']],
  },
  {
    tool: 'AddressSanitizer',
    text: `=================================================================
==41233==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000011 at pc 0x55d0c8a2b1f3 bp 0x7ffd0c0b3a50 sp 0x7ffd0c0b3a40
READ of size 1 at 0x602000000011 thread T0
    #0 0x55d0c8a2b1f2 in main /home/ann/shop/cart.c:3
    #1 0x7f51fe75cfd0 in __libc_start_main (/lib/x86_64-linux-gnu/libc.so.6+0x29d8f)
SUMMARY: AddressSanitizer: heap-use-after-free /home/ann/shop/cart.c:3 in main
==41233==ABORTING
`,
    reworded: [
      ['41233', '977'],
      ['0x55d0c8a2b1f', '0x5601aa31c1f'],
      ['0x7ffd0c0b3a', '0x7fff99e011'],
      ['0x7f51fe75cfd0', '0x7f8dba5fd590'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
    ],
    others: [
      ['heap-use-after-free', 'stack-overflow'],
      ['cart.c', 'order.c'],
      ['in main', 'in total'],
    ],
  },
  {
    tool: 'kubectl',
    text: `Error from server (NotFound): deployments.apps "cart" not found
`,
    reworded: [],
    others: [
      ['"cart"', '"order"'],
      ['(NotFound)', '(Forbidden)'],
    ],
  },
  {
    tool: 'a shell',
    text: `[1/3] lint ok
deploy.sh: line 14: protoc: command not found
`,
    reworded: [['line 14', 'line 17']],
    others: [
      ['protoc', 'flatc'],
      ['deploy.sh', 'build.sh'],
    ],
  },
  {
    tool: 'a program that only says what it misses',
    text: `loading prices ... 12%\rloading prices ... 100%
prices loaded in 1.2s
invoice total is 6 EUR, should be 7 EUR
`,
    reworded: [
      ['... 12%', '... 55%'],
      ['1.2s', '0.9s'],
    ],
    others: [
      ['7 EUR', '7 USD'],
      ['6 EUR', '-6 EUR'],
    ],
  },
];
