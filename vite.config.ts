import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), tailwindcss(), fontAddresses()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    // A picture inside a script cannot be cached or loaded later than it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page draws on is one file instead of twenty.
            {
              name: 'shared',
              test: /web\/(lib\/(?!dates|upload)|ui\/(avatar|brand|button|field|frog|language-switch|spinner)\.tsx|app\/(notice|pages|routes))/,
            },
          ],
        },
      },
    },
  },
})

/** Tells boot.js the built addresses of the two faces, of which it preloads the one that the interface is set in. */
function fontAddresses(): Plugin {
  return {
    name: 'font-addresses',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.values(bundle ?? {})
        const address = (name: string) =>
          `/${files.find((file) => 'names' in file && file.names.includes(name))?.fileName}`
        return [
          {
            tag: 'meta',
            attrs: { name: 'faces', content: `${address('hanken-grotesk.woff2')} ${address('plex-arabic-400.woff2')}` },
            injectTo: 'head-prepend',
          },
        ]
      },
    },
  }
}
