import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

/** Pictures stay files: a data: address in the page is paid for on every visit. The same for both, or they differ. */
const assetsInlineLimit = 0

// What pages share is a few files: one for all pages, and one each for those with lists, with forms, and for the four with
// the form of a listing. Some twenty tiny ones would cost more, to name in each page and to fetch. `web/` or `shared/` comes
// before each of these.
const ofLists =
  'listings/(address|card|filters|follow-list|listing-(card|grid|tabs)|no-|place-s|use-)|catalog/|ui/(empty-state|field|pagination|tabs)\\.'
const ofForms =
  'accounts/(account-s|needs|suspended)|ui/(checkbox|confirm-dialog|dialog|form|modal|notice|password-field|text-field)\\.'
const ofPosting = 'posting/(?!input|preview)|ui/(choice-field|progress-bar|wide-dialog)\\.'
// The page of a listing does not become everybody's because the form's preview shows it.
const ofDetails =
  'head/listing-|listings/(details|contact-panel|editor-notice|listing-actions|picture-carousel|report-spam|safety-tips|share-button)\\.|accounts/own-profile\\.|guides/'
// The schemas are fetched when a form is first sent: however many forms share them, no page does.
const ofSchemas = '(account|contact|fields)\\.|ui/check-by-schema\\.'
const within = (what: string) => RegExp(`/src/(shared|web)/(${what})`)

/** One classic script at the root of the site, as browsers want it. */
const serviceWorker: UserConfig = {
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: 'src/web/offline/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
}

const pages = (isSsrBuild: boolean | undefined): UserConfig => ({
  plugins: [react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'src/web/public',
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node24', copyPublicDir: false, assetsInlineLimit }
    : {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        assetsInlineLimit,
        rolldownOptions: {
          input: 'src/web/entry-client.tsx',
          output: {
            codeSplitting: {
              groups: [
                // Of its own: else it comes along with the first group that needs some of it.
                { name: 'sentences', test: within('messages/forms\\.'), priority: 2 },
                {
                  name: 'shared',
                  test: within(`(?!${ofLists}|${ofForms}|${ofPosting}|posting/|${ofDetails}|${ofSchemas})`),
                  minShareCount: 3,
                  priority: 1,
                },
                { name: 'lists', test: within(ofLists), minShareCount: 3 },
                { name: 'forms', test: within(ofForms), minShareCount: 3 },
                { name: 'posting', test: within(ofPosting) },
              ],
            },
          },
        },
      },
  // React and the router are bundled into the server entry as their production builds, whatever NODE_ENV says.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
})

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
  plugins: [react(), tailwindcss(), devEntry],
  publicDir: 'src/web/public',
}

export default defineConfig(({ command, isSsrBuild, mode }) => {
  if (command === 'serve') return development
  return mode === 'service-worker' ? serviceWorker : pages(isSsrBuild)
})
