import type { IndependentOutput } from './independentOutput';

/** Outputs of compilers and linters. */
export const COMPILERS: readonly IndependentOutput[] = [
  {
    tool: 'go build',
    text: `# example.com/shop/cart
cart/cart.go:7:9: cannot use "six" (untyped string constant) as int value in return statement
cart/cart.go:12:2: undefined: prices
`,
    reworded: [
      [':7:9', ':9:9'],
      [':12:2', ':14:2'],
    ],
    others: [
      ['"six"', '"seven"'],
      ['as int value', 'as float64 value'],
      ['undefined: prices', 'undefined: price'],
      ['cart.go:12:2: undefined: prices\n', ''],
    ],
  },
  {
    tool: 'rustc',
    text: `error[E0308]: mismatched types
 --> src/lib.rs:3:38
  |
3 | pub fn total(prices: &[i32]) -> i32 { "six" }
  |                                 ---   ^^^^^ expected \`i32\`, found \`&str\`
  |                                 |
  |                                 expected \`i32\` because of return type

error: could not compile \`shop\` (lib) due to 1 previous error
`,
    reworded: [
      ['lib.rs:3:38', 'lib.rs:5:38'],
      ['\n3 |', '\n5 |'],
    ],
    others: [
      ['E0308', 'E0277'],
      ['src/lib.rs', 'src/main.rs'],
    ],
  },
  {
    tool: 'Swift',
    text: `[3/5] Compiling Shop Cart.swift
/home/ann/shop/Sources/Shop/Cart.swift:4:12: error: cannot convert return expression of type 'String' to return type 'Int'
    return "six"
           ^~~~~
error: fatalError
`,
    reworded: [
      ['[3/5]', '[4/7]'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      [':4:12', ':6:12'],
    ],
    others: [
      ["'Int'", "'Double'"],
      ['Cart.swift', 'Order.swift'],
    ],
  },
  {
    tool: 'mypy',
    text: `shop/cart.py:4: error: Incompatible return value type (got "str", expected "int")  [return-value]
shop/order.py:9: error: Name "prices" is not defined  [name-defined]
Found 2 errors in 2 files (checked 7 source files)
`,
    reworded: [
      ['cart.py:4', 'cart.py:6'],
      ['order.py:9', 'order.py:10'],
    ],
    others: [
      ['got "str"', 'got "None"'],
      ['expected "int"', 'expected "float"'],
      ['"prices"', '"price"'],
      ['Found 2 errors in 2', 'Found 3 errors in 2'],
    ],
  },
  {
    tool: 'ruff',
    text: `shop/cart.py:1:8: F401 [*] \`os\` imported but unused
shop/cart.py:4:80: E501 Line too long (91 > 79)
Found 2 errors.
`,
    reworded: [
      [':1:8', ':3:8'],
      [':4:80', ':6:80'],
    ],
    others: [
      ['`os`', '`sys`'],
      ['F401', 'F811'],
      ['(91 > 79)', '(84 > 79)'],
    ],
  },
  {
    tool: 'dotnet build',
    text: `/home/ann/shop/Cart.cs(4,16): error CS0029: Cannot implicitly convert type 'string' to 'int' [/home/ann/shop/Shop.csproj]

Build FAILED.
    0 Warning(s)
    1 Error(s)

Time Elapsed 00:00:01.92
`,
    reworded: [
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['00:00:01.92', '00:00:11.02'],
      ['(4,16)', '(6,16)'],
    ],
    others: [
      ["'int'", "'long'"],
      ['CS0029', 'CS0266'],
      ['Cart.cs', 'Order.cs'],
    ],
  },
  {
    tool: 'Bazel',
    text: `ERROR: /home/ann/shop/cart/BUILD:3:11: Compiling cart/cart.cc failed: (Exit 1): gcc failed: error executing command /usr/bin/gcc
cart/cart.cc:4:10: error: 'prices' was not declared in this scope
Target //cart:cart failed to build
INFO: Elapsed time: 1.922s, Critical Path: 0.31s
FAILED: Build did NOT complete successfully
`,
    reworded: [
      ['1.922s', '22.1s'],
      ['0.31s', '4.2s'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['cc:4:10', 'cc:9:10'],
    ],
    others: [
      ["'prices'", "'price'"],
      ['//cart:cart', '//cart:all'],
    ],
  },
];
