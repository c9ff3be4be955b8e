// A name and what may follow it in a requirement; an address or a path goes on otherwise.
const REQUIREMENT = /^([A-Za-z0-9][A-Za-z0-9._-]{0,200})(?=$|[\s<>=!~;@[(,])/;
const EGG = /^-(?:e|-editable)[ =].{0,2000}[#&]egg=([A-Za-z0-9][A-Za-z0-9._-]{0,200})/;

/** The one spelling of a Python package's name (PEP 503): lower case, `-` for any separator. */
export function pythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Name in one requirement (PEP 508, or an editable one that names its egg); none in anything else. */
export function requirementName(requirement: string): readonly string[] {
  const trimmed = requirement.trim();
  const name = (REQUIREMENT.exec(trimmed) ?? EGG.exec(trimmed))?.[1];
  return name === undefined ? [] : [pythonName(name)];
}
