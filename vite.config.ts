import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledMessages } from './bin/compiled-messages.ts'
import { pageFiles } from './bin/page-files.ts'
import { WEB_CHUNKS } from './bin/web-chunks.ts'

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [compiledMessages(), react({ jsxImportSource: '#jsx' }), tailwindcss(), pageFiles()],
  // One build works below any path: scripts and styles find their files relative to themselves. Addresses in HTML begin
  // with `/`, and the server adds the path (server/http/base-path.ts).
  experimental: { renderBuiltUrl: (_file, { hostType, ssr }) => ({ relative: hostType !== 'html' && !ssr }) },
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    // Inline no pictures in scripts, so that the browser can cache them separately and load them later.
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
