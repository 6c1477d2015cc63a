import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { build, type Rollup } from 'vite'
import { compressFiles } from '../bin/compress-files.ts'

/**
 * The page that a benchmark compares Frogy's pages with: one line of text, drawn by react-dom, compressed and served
 * like Frogy's pages.
 */
export async function openBaselinePage(): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'frogy-baseline-page-'))
  await writeFile(join(folder, 'react.js'), await bundleReact())
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Baseline</title><div id="root"></div><script type="module" src="/react.js"></script></html>',
  )
  await compressFiles(folder)
  const server = Fastify()
  await server.register(fastifyStatic, { root: folder, preCompressed: true })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function bundleReact(): Promise<string> {
  const entry = 'virtual:react-alone'
  const source = `import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')).render('A line of text')`
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: entry } },
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  })) as Rollup.RolldownOutput
  return built.output.map((one) => (one.type === 'chunk' ? one.code : '')).join('')
}
