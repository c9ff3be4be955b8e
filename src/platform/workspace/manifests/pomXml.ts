import { XMLParser } from 'fast-xml-parser';
import { valuesAt } from './tables';

const parser = new XMLParser({
  ignoreAttributes: true,
  // No name needs an entity, and entities are how XML attacks its reader.
  processEntities: false,
  parseTagValue: false,
  removeNSPrefix: true,
});

const LISTS = [['dependencies'], ['dependencyManagement', 'dependencies']].flatMap((list) => [
  ['project', ...list, 'dependency'],
  ['project', 'profiles', 'profile', ...list, 'dependency'],
]);

/** Dependencies of a pom.xml as `<groupId>:<artifactId>`, profiles included; throws when it is broken. */
export function pomXml(text: string): readonly string[] {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what replaces it brings a schema validator along
  const document: unknown = parser.parse(text, true);
  return LISTS.flatMap((path) => manyParts(document, path)).flatMap((dependency) => {
    const [group] = valuesAt(dependency, ['groupId']);
    const [artifact] = valuesAt(dependency, ['artifactId']);
    return typeof group === 'string' && typeof artifact === 'string'
      ? [`${group}:${artifact}`]
      : [];
  });
}

/** As `valuesAt`, for elements: repeated elements are a list. */
function manyParts(document: unknown, path: readonly string[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (found, key) => found.flatMap((each) => valuesAt(each, [key])).flat(),
    [document],
  );
}
