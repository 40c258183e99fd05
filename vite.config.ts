import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Pictures stay files: a data: address in the page is paid for on every visit. The same for both, or they differ. */
const assetsInlineLimit = 0

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
              groups: [{ name: 'shared', test: /\/src\/(shared|web)\//, minShareCount: 3 }],
            },
          },
        },
      },
  // React and the router are bundled into the server entry as their production builds, whatever NODE_ENV says.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
}))
