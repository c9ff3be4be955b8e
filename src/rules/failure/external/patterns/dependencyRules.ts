import type { ExternalRule } from './externalRule';
import { isProjectsOwnModule, isWellKnownPythonModule, packageName } from './moduleNames';

const dependency = (
  pattern: RegExp,
  isOwn: (subject: string) => boolean = isProjectsOwnModule,
  nameOf: (subject: string) => string = packageName,
): ExternalRule => ({
  kind: 'missing_dependency',
  then: 'blocked',
  at: 'start',
  pattern,
  isOwn,
  nameOf,
});

const never = (): boolean => false;
const asIs = (subject: string): string => subject;
const unknownPython = (name: string): boolean => !isWellKnownPythonModule(name);
const topLevel = (name: string): string => name.split('.')[0] ?? name;

/**
 * Packages that are not installed or not to be had. A relative module is the project's own, and so
 * is a Python module that is not well known: `from calc import add` fails in the same words whether
 * `calc` is a package or the file that the agent was asked to write.
 */
export const DEPENDENCY_RULES: readonly ExternalRule[] = [
  dependency(/^Failed to load url (?<subject>\S{1,300}) \(resolved id:/),
  dependency(/\berror NU1101: Unable to find package (?<subject>[\w.-]{0,100}[\w-])/, never, asIs),
  dependency(/^Cannot find (?:module|package) ['"](?<subject>[^'"]{1,300})['"]/),
  dependency(
    /^(?:Error: )?(?:Module not found: )?(?:Error: )?Can't resolve '(?<subject>[^']{1,300})' in '/,
  ),
  dependency(/^(?:✘ )?(?:\[ERROR\] )?Could not resolve "(?<subject>[^"]{1,300})"$/),
  dependency(
    /^(?:\[plugin:[\w:-]{1,60}\] )?Failed to resolve import "(?<subject>[^"]{1,300})" from "/,
  ),
  dependency(
    /^TS(?:2307|7016): (?:Cannot find|Could not find a declaration file for) module '(?<subject>[^']{1,300})'/,
  ),
  dependency(/^No module named '?(?<subject>[\w.]{1,200})'?$/, unknownPython, topLevel),
  dependency(
    /^\S{1,200}python[\d.]{0,6}(?:\.exe)?: No module named '?(?<subject>[\w.]{1,200})'?$/,
    unknownPython,
    topLevel,
  ),
  dependency(
    /^(?:No matching distribution found for|Could not find a version that satisfies the requirement) (?<subject>[\w.-]{1,200})/,
    never,
    asIs,
  ),
  dependency(/(?:^|: )cannot load such file -- (?<subject>[\w./-]{1,200}) \(LoadError\)/),
  dependency(/^Could not find gem '(?<subject>[\w.-]{1,100})/, never, asIs),
  dependency(
    /^(?:\S{1,300}: )?(?:no required module provides package|cannot find module providing package|missing go\.sum entry for module providing package) (?<subject>[\w./@-]{1,200}[\w/])/,
    never,
    asIs,
  ),
  dependency(/^no matching package (?:named|found).{0,20} `(?<subject>[\w-]{1,100})`/, never, asIs),
  dependency(/^(?:.{0,300}: )?Could not find artifact (?<subject>[\w.:-]{1,200}[\w])/, never, asIs),
  dependency(
    /^Could not find (?<subject>[\w.-]{1,100}:[\w.-]{1,100}:[\w.-]{1,60}[\w])\.?$/,
    never,
    asIs,
  ),
  dependency(
    /^404 {1,4}'?(?<subject>@?[\w./-]{1,200})(?:@[^']{0,60})?' is not in (?:this|the npm) registry/,
    never,
    asIs,
  ),
  dependency(
    /^(?:PHP )?(?:(?:Fatal error|Warning):\s{1,4})?(?:Uncaught Error: )?(?:Failed opening required|require(?:_once)?\()\s?'?(?<subject>[^')]{0,200}vendor\/autoload\.php)/,
    never,
    () => 'vendor/autoload.php',
  ),
  dependency(/^Can't locate (?<subject>[\w/]{1,200})\.pm in @INC/, never, asIs),
];
