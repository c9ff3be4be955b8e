import { splitLines } from './lineManifests';

const CONFIGURATION =
  /^[ \t]{0,200}(\w{1,100})[ \t(]{1,20}(?:(?:enforcedPlatform|platform|kotlin|testFixtures)[ \t(]{1,20})?(.{0,1000})/;

/** Common parts of configuration names: implementation, testImplementation, api, runtimeOnly, … */
const ADDS_DEPENDENCIES = /implementation|api|only|compile|runtime|classpath|processor|kapt|ksp/i;

/** `'group:artifact:version'`, a name in the version catalogue, or `group: 'x', name: 'y'`. */
const COORDINATES = /^["']([^"':]{1,200}:[^"':]{1,200})(?::[^"']{0,200})?["']/;
const CATALOGUE = /^(libs\.[\w.]{1,200})/;
const NAMED =
  /^group[ \t]{0,9}[:=][ \t]{0,9}["']([^"']{1,200})["'][ \t]{0,9},[ \t]{0,9}name[ \t]{0,9}[:=][ \t]{0,9}["']([^"']{1,200})["']/;

/** Dependencies in a Gradle build script, read line by line: those that other code adds are not seen. */
export function gradleBuild(text: string): readonly string[] {
  return splitLines(text).flatMap((line) => {
    const [, configuration = '', rest = ''] = CONFIGURATION.exec(line) ?? [];
    if (!ADDS_DEPENDENCIES.test(configuration)) return [];
    const named = NAMED.exec(rest);
    if (named !== null) return [named.slice(1).join(':')];
    return (COORDINATES.exec(rest) ?? CATALOGUE.exec(rest))?.slice(1) ?? [];
  });
}
