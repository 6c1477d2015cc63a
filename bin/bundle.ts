import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { BUILT, contentHash, PROGRAMS, ROOT, SOURCES_FILE, type Sources } from '#server/program-file.ts'

/** They are loaded with their first use, if ever, or bring files that are no JavaScript. */
const NOT_BUNDLED = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@ai-sdk/anthropic',
  '@ai-sdk/openai',
  '@electric-sql/pglite',
  '@electric-sql/pglite/nodefs',
  '@zxcvbn-ts/language-common',
  'ai',
  'file-type',
  'nodemailer',
  'sharp',
  'undici',
]

/** Builds each program of the server into a few files: reading hundreds of them takes longer than what they do at a start. */
export async function bundle(root = ROOT): Promise<void> {
  // Whoever starts meanwhile takes the sources.
  rmSync(join(root, SOURCES_FILE), { force: true })
  const sources: Sources = {}
  note(sources, root, 'package-lock.json')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [ownSources(sources, root)],
    ssr: { noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: true,
      outDir: BUILT,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'esnext',
      // What is logged of an error names lines that can be read.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, join(root, path)])),
        output: {
          entryFileNames: '[name].js',
          // In a folder of packages Node reads a .js file through to find out of which kind it is.
          chunkFileNames: ({ name }) => (name.startsWith('node_modules/') ? '[name].mjs' : '[name].js'),
          // Whoever reads a stack sees whose code it names; and what only one reader needs stays with that one.
          codeSplitting: { groups: [{ name: 'node_modules/packages', test: /node_modules/, entriesAware: true }] },
        },
      },
    },
  })
  writeFileSync(join(root, SOURCES_FILE), JSON.stringify(sources))
}

/** Notes each source that is read, and has it find the files that lie beside it from where it is built to. */
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

/** @returns what is in the file */
function note(sources: Sources, root: string, path: string): string {
  const file = join(root, path)
  // The time first: whoever changes the file from here on changes it after it was built.
  const { mtimeMs: modifiedMs } = statSync(file)
  const bytes = readFileSync(file)
  sources[path] = { modifiedMs, hash: contentHash(bytes) }
  return bytes.toString()
}
