import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageFiles } from './bin/page-files.ts'
import { WEB_CHUNKS } from './bin/web-chunks.ts'

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react({ jsxImportSource: '#jsx' }), tailwindcss(), pageFiles()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    // A picture inside a script cannot be cached or loaded later than it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Browsers never load the prerender build (bin/prerender.ts).
    rolldownOptions: isSsrBuild
      ? {}
      : {
          // Without side effects, the list of icons does not bring every icon to every page.
          treeshake: { moduleSideEffects: [{ test: /\/web\/ui\/(lucide-)?icons?[./]/, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups: WEB_CHUNKS,
            },
          },
        },
  },
}))
