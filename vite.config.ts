import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Pictures stay files: a data: address in the page is paid for on every visit. The same for both, or they differ. */
const assetsInlineLimit = 0

// Four pages share the form of a listing, and the visitor of a public page needs none of it; nor does the page of a
// listing become everybody's because the form's preview shows it.
const ofPosting = /\/src\/web\/(posting\/(?!input|preview)|ui\/(choice-field|progress-bar|wide-dialog)\.)/
const forVisitors =
  /\/src\/(shared|web)\/(?!posting\/|ui\/(choice-field|progress-bar|wide-dialog)\.|listings\/(details|contact-panel|editor-notice|picture-carousel)\.|accounts\/own-profile\.)/

export default defineConfig(({ isSsrBuild }) => ({
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
            // What several pages share is one file: some twenty tiny ones cost more to name in each page and to fetch.
            codeSplitting: {
              groups: [
                { name: 'shared', test: forVisitors, minShareCount: 3, priority: 1 },
                { name: 'posting', test: ofPosting },
              ],
            },
          },
        },
      },
  // React and the router are bundled into the server entry as their production builds, whatever NODE_ENV says.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
}))
