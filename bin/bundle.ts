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
  const { serve, ...others } = PROGRAMS
  await buildPrograms(root, sources, others)
  await buildPrograms(root, sources, { serve })
  writeFileSync(join(root, SOURCES_FILE), JSON.stringify(sources))
}

/** Builds `serve` as CommonJS, whose compiled functions `bin/cached-code.js` can cache, and other programs as modules. */
async function buildPrograms(root: string, sources: Sources, programs: Record<string, string>): Promise<void> {
  const isServe = 'serve' in programs
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [ownSources(sources, root, isServe), withoutUnused, withoutGeneratedMatchers],
    ssr: { noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: true,
      outDir: BUILT,
      emptyOutDir: !isServe,
      copyPublicDir: false,
      target: 'esnext',
      // Keep the names, so that logged stack traces are readable.
      minify: false,
      rolldownOptions: {
        // Most installations lack the S3 client, so it cannot be resolved here.
        external: /^@aws-sdk\//,
        input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)])),
        output: {
          // Remove comments except licenses, because each start hashes the whole bundle.
          comments: { legal: true, annotation: false, jsdoc: false },
          ...(isServe ? AS_SCRIPTS : AS_MODULES),
        },
      },
    },
  })
}

const AS_SCRIPTS = {
  format: 'cjs',
  strict: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
} as const

const AS_MODULES = {
  entryFileNames: '[name].js',
  // Chunks of packages end in `.mjs`, so that Node need not parse them to detect their module type.
  chunkFileNames: ({ name }: { name: string }) => (name.startsWith('node_modules/') ? '[name].mjs' : '[name].js'),
  // Separate chunks keep stack traces clear and load rare code on first use.
  codeSplitting: { groups: [{ name: 'node_modules/packages', test: /node_modules/, entriesAware: true }] },
}

/**
 * Leaves out modules that packages load at start and that Frogy never uses. `@fastify/static` lists files by `glob`, but
 * Frogy lists them itself. Frogy serves no HTTP/2.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (source, importer) =>
    UNUSED.some(([name, user]) => source === name && importer?.includes(`/${user}/`)) ? UNUSED_MODULE : undefined,
  load: (id) => (id === UNUSED_MODULE ? 'export const glob = undefined' : undefined),
}
const UNUSED = [
  ['glob', '@fastify/static'],
  ['node:http2', 'fastify'],
]
const UNUSED_MODULE = '\0unused'

/**
 * Lets Fastify's router compare every part of a path as text. For short parts it would generate and compile a function
 * each, 3 % of a start.
 */
const withoutGeneratedMatchers: Plugin = {
  name: 'without-generated-matchers',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/find-my-way/lib/node.js')) return undefined
    const changed = code.replace('LONG_PREFIX_MIN_LENGTH = 16', 'LONG_PREFIX_MIN_LENGTH = 2')
    if (changed === code) throw new Error('find-my-way no longer has LONG_PREFIX_MIN_LENGTH')
    return changed
  },
}

/**
 * Records the state of each source, so that Frogy can detect an outdated bundle. Replaces `import.meta.dirname`, so
 * that bundled code finds the files in its source's folder.
 */
function ownSources(sources: Sources, root: string, isScript: boolean): Plugin {
  const here = isScript ? '__dirname' : 'import.meta.dirname'
  return {
    name: 'own-sources',
    enforce: 'pre',
    load(id) {
      const path = relative(root, id).split(sep).join('/')
      if (!/^(?:bin|core|server|simulator|package\.json)/.test(path)) return
      const folder = relative(BUILT, dirname(path)).split(sep).join('/')
      return note(sources, root, path).replaceAll('import.meta.dirname', `(${here} + '/${folder}')`)
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
