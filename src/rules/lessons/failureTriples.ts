import type { CalibrationTriple } from '../similarity/calibrate';

/**
 * Printed failures, each with one of the same kind in another tool's words and names, and one of
 * another kind with shared words.
 */
export const FAILURE_TRIPLES: readonly CalibrationTriple[] = [
  [
    'Error: listen EADDRINUSE: address already in use :::<n>',
    'Could not start the server: port is taken by another process',
    'Error: the server answered, but its port in the configuration is not a number',
  ],
  [
    "Cannot find module 'left-shelf' or its corresponding type declarations.",
    "ModuleNotFoundError: No module named 'bookrack'",
    "The bundle holds 'left-shelf' twice, in two versions.",
  ],
  [
    "TypeError: Cannot read properties of undefined (reading 'price')",
    "AttributeError: 'NoneType' object has no attribute 'amount'",
    'The price 12,50 could not be parsed: a comma is not a decimal point',
  ],
  [
    'FATAL: password authentication failed for user "shop"',
    "Access denied for user 'crm' (using password: YES)",
    'The password of the user "shop" is too short: 12 characters at least',
  ],
  [
    'sqlite3.OperationalError: database is locked',
    'could not obtain a lock on the store within 5 s: another connection is writing',
    'database schema is older than this program: run the migrations first',
  ],
  [
    'JavaScript heap out of memory',
    'java.lang.OutOfMemoryError: Java heap space',
    'Memory usage was printed every second, which is more often than the log allows',
  ],
  [
    'Timeout of 2000ms exceeded. Ensure done() is called.',
    'The test took longer than 5 seconds and was stopped',
    'The timeout must be a positive whole number of milliseconds',
  ],
  [
    'permission denied: ./scripts/release.sh',
    'cannot execute tools/deploy: the file is not executable',
    'scripts/release.sh: unexpected end of file while looking for a matching quote',
  ],
  [
    'self-signed certificate in certificate chain',
    'SSL: CERTIFICATE_VERIFY_FAILED, unable to get the issuer of the certificate',
    'The certificate was written, but the key beside it has another format',
  ],
  [
    'No space left on device, write',
    'the disk is full: cannot extend the file',
    'The device reports a size of zero; is it mounted?',
  ],
  [
    'Snapshot does not match the stored one: 1 snapshot obsolete, 1 failed',
    'The rendered output differs from the saved reference; run with --update to accept it',
    'The snapshot folder is ignored by git, so nothing can be compared in the pipeline',
  ],
  [
    'CONFLICT (content): Merge conflict in src/app.css',
    'Automatic merge went wrong; both sides changed the same lines of lib/theme.scss',
    'src/app.css is imported by nobody and will not be in the bundle',
  ],
  [
    'Unexpected token } in JSON at position 118',
    'json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes',
    'The JSON report was written, yet its schema knows no property "cases"',
  ],
  [
    'Maximum call stack size exceeded',
    'RecursionError: maximum recursion depth exceeded in comparison',
    'The call was made with more arguments than the function has',
  ],
  [
    'Module parse failed: the build needs an appropriate loader for this file type',
    'No loader is configured for ".svg" files: assets/logo.svg',
    'The loader of svg files prints a warning for each shape without a title',
  ],
  [
    'getaddrinfo ENOTFOUND registry.example.test',
    'Temporary failure in name resolution while fetching packages.example.test',
    'The registry has no version of the package that fits the range',
  ],
];
