/**
 * What a migration must not do, because the previous version of the program is still running on the same database, and its
 * requests must not wait.
 */

type Rule = { pattern: RegExp; message: string; allowedOnNewTables?: true }

/** Each applies to one statement, in lower case and without comments and string contents. */
const rules: Rule[] = [
  {
    pattern: /\bdrop (table|column|view|type)\b/,
    message: 'drops something that the previous version may use',
  },
  {
    pattern:
      /\bdrop (function|trigger)\b(?!.*\bcreate\b)|\bdrop constraint (\S+?)\b(?!.*\b(create|add constraint \2)\b)/,
    message: 'drops something that the previous version may use; replace it instead',
  },
  { pattern: /\brename\b/, message: 'renames something that the previous version knows by its old name' },
  {
    pattern: /\balter column \S+ (set data )?type\b/,
    message: 'rewrites a table and changes a type that the previous version knows',
  },
  { pattern: /\balter column \S+ set not null\b/, message: 'rejects rows that the previous version inserts' },
  {
    pattern: /\badd column (?!.*\bdefault\b).*\bnot null\b/,
    message: 'adds a required column without a default, which the previous version does not set',
    allowedOnNewTables: true,
  },
  {
    pattern: /\badd column .*\bdefault (clock_timestamp|random|gen_random_uuid|uuidv7)\b/,
    message: 'rewrites the table, because the default differs per row',
    allowedOnNewTables: true,
  },
  {
    pattern: /\badd constraint (?!.*\bnot valid\b)/,
    message: 'checks every row under a lock; add it as `not valid`, and validate it in a later migration',
    allowedOnNewTables: true,
  },
  {
    pattern: /\bcreate (unique )?index (?!concurrently)/,
    message:
      'blocks writes while the index is built; add `-- small table` above it if the table cannot be large',
    allowedOnNewTables: true,
  },
  {
    pattern: /\b(vacuum full|cluster|reindex(?! .*concurrently)|lock table|truncate)\b/,
    message: 'locks a whole table',
  },
]

const smallTable = /--\s*small table/i

/** Returns a sentence for each statement of a migration that breaks a rule. */
export function problemsOf(migration: string): string[] {
  const statements = statementsOf(migration)
  const newTables = new Set(
    statements.map(({ code }) => /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(code)?.[1]),
  )
  const problems: string[] = []
  for (const { code, text } of statements) {
    if (/^create (or replace )?function\b/.test(code)) continue
    const table =
      /^alter table (?:only )?(\S+)/.exec(code)?.[1] ??
      /^create .*?index .*?\bon (?:only )?([\w.]+)/.exec(code)?.[1]
    const isNew = newTables.has(table) || smallTable.test(text)
    for (const { pattern, message, allowedOnNewTables } of rules)
      if (pattern.test(code) && !(allowedOnNewTables && isNew))
        problems.push(`"${code.slice(0, 80)}" ${message}.`)
  }
  return problems
}

type Statement = { code: string; text: string }

/** Splits at semicolons outside of strings, dollar quotes, and comments. */
function statementsOf(migration: string): Statement[] {
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^-/'$;]+|./g
  const statements: Statement[] = []
  let [code, text] = ['', '']
  for (const [part] of migration.matchAll(token)) {
    text += part
    if (part === ';') {
      statements.push({ code: normalize(code), text })
      code = ''
      text = ''
    } else if (!/^(--|\/\*)/.test(part)) code += /^['$]/.test(part) ? "''" : part
  }
  return [...statements, { code: normalize(code), text }].filter(({ code }) => code !== '')
}

const normalize = (code: string) => code.toLowerCase().replace(/\s+/g, ' ').trim()
