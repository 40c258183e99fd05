/** Returns the section of a version in a changelog, or what is not released yet if it has none. Throws if that is empty. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## \[)/m)
  const section =
    sections.find((text) => text.startsWith(`## [${version}]`)) ??
    sections.find((text) => text.startsWith('## [Unreleased]'))
  const [heading = '', ...rest] = (section ?? '').split('\n')
  const notes = rest.join('\n').trim()
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`)
  return `${heading.replace('[Unreleased]', `[${version}]`)}\n\n${notes}\n`
}
