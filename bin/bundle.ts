import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { BUILT, contentHash, PROGRAMS, ROOT, SOURCES_FILE, type Sources } from '#server/program-file.ts'

/** Packages outside the bundle: they load on first use, or bring files other than JavaScript. */
export const NOT_BUNDLED = [
  '@ai-sdk/anthropic',
  '@ai-sdk/openai',
  '@electric-sql/pglite',
  '@electric-sql/pglite/nodefs',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'ai',
  'file-type',
  'libheif-js',
  'nodemailer',
  '@img/sharp-wasm32',
  'sharp',
  'undici',
]

/** Bundles each server program into a few files, because reading hundreds of files takes most of the start-up time. */
export async function bundle(root = ROOT): Promise<void> {
  // Delete the list of sources first, so that a process that starts during the build uses the sources.
  rmSync(join(root, SOURCES_FILE), { force: true })
  const sources: Sources = {}
  note(sources, root, 'package-lock.json')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [ownSources(sources, root), withoutGlob],
    ssr: { noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: true,
      outDir: BUILT,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'esnext',
      // Logged stack traces need readable names.
      minify: false,
      rolldownOptions: {
        // Most installations lack the S3 client, so it cannot be resolved here.
        external: /^@aws-sdk\//,
        input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, join(root, path)])),
        output: {
          entryFileNames: '[name].js',
          // Inside node_modules, Node parses a whole .js file to detect its module type.
          chunkFileNames: ({ name }) => (name.startsWith('node_modules/') ? '[name].mjs' : '[name].js'),
          // Separate chunks keep stack traces clear and load rare code on first use.
          codeSplitting: { groups: [{ name: 'node_modules/packages', test: /node_modules/, entriesAware: true }] },
        },
      },
    },
  })
  writeFileSync(join(root, SOURCES_FILE), JSON.stringify(sources))
}

/**
 * Leaves out the package `glob`, which `@fastify/static` loads at start. It uses `glob` only to list the files to
 * serve, and Frogy lists them itself.
 */
const withoutGlob: Plugin = {
  name: 'without-glob',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'glob' && importer?.includes('@fastify/static') ? NO_GLOB : undefined),
  load: (id) => (id === NO_GLOB ? 'export const glob = undefined' : undefined),
}
const NO_GLOB = '\0no-glob'

/** Records each source, and resolves the files next to it from the bundle's folder. */
function ownSources(sources: Sources, root: string): Plugin {
  return {
    name: 'own-sources',
    enforce: 'pre',
    load(id) {
      const path = relative(root, id).split(sep).join('/')
      if (!/^(?:bin|core|server|simulator|package\.json)/.test(path)) return
      const folder = relative(BUILT, dirname(path)).split(sep).join('/')
      return note(sources, root, path).replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
    },
  }
}

/** Records the state of a source at build time. @returns the source's text */
function note(sources: Sources, root: string, path: string): string {
  const file = join(root, path)
  // Read the time before the content, so that a later change counts as newer than the build.
  const { mtimeMs: modifiedMs } = statSync(file)
  const bytes = readFileSync(file)
  sources[path] = { modifiedMs, hash: contentHash(bytes) }
  return bytes.toString()
}
