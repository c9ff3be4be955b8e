import type { IndependentOutput } from './independentOutput';

/** Outputs of bundlers, package managers and what prepares machines. */
export const BUILDS: readonly IndependentOutput[] = [
  {
    tool: 'webpack',
    text: `assets by status 1.2 MiB [cached] 3 assets
runtime modules 937 bytes 4 modules
./src/index.js 215 bytes [built] [code generated]

ERROR in ./src/index.js 1:0-30
Module not found: Error: Can't resolve './cart' in '/home/ann/shop/src'
resolve './cart' in '/home/ann/shop/src'
  using description file: /home/ann/shop/package.json (relative path: ./src)

webpack 5.90.3 compiled with 1 error in 1287 ms
`,
    reworded: [
      ['[cached] 3 assets', '[emitted] 3 assets'],
      ['1287 ms', '902 ms'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['1:0-30', '3:0-30'],
    ],
    others: [
      ["'./cart'", "'./card'"],
      ['1 error', '2 errors'],
      ['./src/index.js 1:0', './src/main.js 1:0'],
    ],
  },
  {
    tool: 'vite build',
    text: `vite v5.1.4 building for production...
transforming (12) src/main.ts
✓ 34 modules transformed.
x Build failed in 431ms
error during build:
[vite]: Rollup failed to resolve import "lodash-es" from "/home/ann/shop/src/cart.ts".
This is most likely unintended because it can break your application at runtime.
    at viteWarn (file:///home/ann/shop/node_modules/vite/dist/node/chunks/dep-stQc5rCc.js:67117:27)
    at onRollupWarning (file:///home/ann/shop/node_modules/vite/dist/node/chunks/dep-stQc5rCc.js:67149:9)
`,
    reworded: [
      ['431ms', '1.22s'],
      ['(12) src/main.ts', '(31) src/main.ts'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      [':67117:27', ':66990:27'],
    ],
    others: [
      ['"lodash-es"', '"date-fns"'],
      ['src/cart.ts', 'src/order.ts'],
    ],
  },
  {
    tool: 'npm install',
    text: `npm ERR! code ERESOLVE
npm ERR! ERESOLVE unable to resolve dependency tree
npm ERR!
npm ERR! While resolving: shop@1.0.0
npm ERR! Found: react@18.2.0
npm ERR! node_modules/react
npm ERR!   react@"^18.2.0" from the root project
npm ERR!
npm ERR! Could not resolve dependency:
npm ERR! peer react@"^17.0.0" from react-table@7.7.0
npm ERR! A complete log of this run can be found in:
npm ERR!     /home/ann/.npm/_logs/2026-11-22T02_10_11_123Z-debug-0.log
`,
    reworded: [
      ['/home/ann', '/Users/bob'],
      ['2026-11-22T02_10_11_123Z', '2026-12-01T10_00_59_009Z'],
    ],
    others: [
      ['react-table@7.7.0', 'react-table@7.8.0'],
      ['react@18.2.0', 'react@18.3.0'],
      ['ERESOLVE unable', 'ERESOLVE could not'],
    ],
  },
  {
    tool: 'pip install',
    text: `Collecting flask==9.0
  Downloading flask-9.0.whl (101 kB)
     ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 101.3/101.3 kB 3.2 MB/s eta 0:00:00
ERROR: Could not find a version that satisfies the requirement werkzeug>=9.1 (from flask) (from versions: 2.0.1, 3.0.0)
ERROR: No matching distribution found for werkzeug>=9.1
`,
    reworded: [
      ['  Downloading flask-9.0.whl (101 kB)', '  Using cached flask-9.0.whl (101 kB)'],
      ['3.2 MB/s', '880 kB/s'],
    ],
    others: [
      ['werkzeug>=9.1', 'werkzeug>=9.2'],
      ['werkzeug', 'jinja2'],
    ],
  },
  {
    tool: 'Terraform',
    text: `aws_instance.web: Refreshing state... [id=i-0abc123def4567890]
aws_instance.web: Still creating... [10s elapsed]
╷
│ Error: creating EC2 Instance: InvalidAMIID.NotFound: The image id '[ami-12345]' does not exist
│ 	status code: 400, request id: 20f5edda-7746-48bc-9fed-b193c3c6666a
│
│   with aws_instance.web,
│   on main.tf line 12, in resource "aws_instance" "web":
│   12: resource "aws_instance" "web" {
│
╵
`,
    reworded: [
      ['[10s elapsed]', '[20s elapsed]'],
      ['20f5edda-7746-48bc-9fed-b193c3c6666a', '71f0ee6d-f1f8-4d79-8ada-851b6d924478'],
    ],
    others: [
      ['ami-12345', 'ami-54321'],
      ['status code: 400', 'status code: 403'],
      ['aws_instance.web,', 'aws_instance.api,'],
      ['InvalidAMIID.NotFound', 'InvalidAMIID.Malformed'],
    ],
  },
  {
    tool: 'CMake',
    text: `-- Detecting C compiler ABI info - done
CMake Error at CMakeLists.txt:5 (find_package):
  Could not find a package configuration file provided by "Boost" with any of
  the following names:

    BoostConfig.cmake

-- Configuring incomplete, errors occurred!
See also "/home/ann/shop/build/CMakeFiles/CMakeOutput.log".
`,
    reworded: [
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['CMakeLists.txt:5', 'CMakeLists.txt:8'],
    ],
    others: [['Boost', 'Eigen3']],
  },
];
