/** The format of a file of environment variables, as systemd reads it (`EnvironmentFile=`). */

/** One value: pieces in quotation marks, escaped characters, and others. */
const piece = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^'"\\\n]+)/y
const name = /[^\S\n]*([A-Za-z_]\w*)[^\S\n]*=[^\S\n]*/y
const restOfLine = /[^\n]*(\n|$)/y

/** Returns the variables of the file. Like systemd, leaves out comments and lines that assign nothing. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {}
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  while (at < text.length) {
    const assigned = take(name)?.[1]
    if (assigned !== undefined) variables[assigned] = takeValue(take)
    take(restOfLine)
  }
  return variables
}

function takeValue(take: (pattern: RegExp) => RegExpExecArray | null): string {
  let value = ''
  /** White space at the end of a line does not belong to the value, unless it is quoted. */
  let endsWithSpace = false
  for (let match = take(piece); match; match = take(piece)) {
    const [, single, double, escaped, plain = ''] = match
    // A backslash at the end of a line continues it.
    if (escaped !== undefined) value += escaped === '\n' ? '' : escaped
    else
      value +=
        single ??
        double?.replace(/\\(["\\$`\n])/g, (_, character) => (character === '\n' ? '' : character)) ??
        plain
    endsWithSpace = plain !== ''
  }
  return endsWithSpace ? value.trimEnd() : value
}
