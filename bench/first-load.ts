import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build, type Rollup } from 'vite'
import { chromiumPath } from '../bin/chromium.ts'
import { report } from './report.ts'
import { run } from './processes.ts'

/** How much script a browser that was never here loads for `/auth`, in both languages. */
export async function benchFirstLoad(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }
  try {
    await using frogy = await run(
      [join(import.meta.dirname, '..', 'bin', 'start.ts')],
      environment,
      /Frogy is at (\S+)/,
    )
    const baseline = { what: 'react-dom alone, rendering nothing', value: await reactAlone() }
    let holds = true
    for (const locale of ['en-US', 'ar-SA']) {
      const value = await scriptKilobytes(`${frogy.said[1]}/auth`, locale)
      const kept = report({
        what: `script of the first visit to /auth, gzip (${locale})`,
        value,
        unit: 'KB',
        atMost: 120,
        baseline,
      })
      holds = holds && kept
    }
    return holds
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function scriptKilobytes(url: string, locale: string): Promise<number> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const browser = await chromium.launch({ executablePath: chromiumPath(), args })
  try {
    const page = await browser.newPage({ locale })
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  } finally {
    await browser.close()
  }
}

/** The least that any React page loads. */
async function reactAlone(): Promise<number> {
  const entry = 'virtual:react-alone'
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input: entry } },
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? `import { createRoot } from 'react-dom/client'; createRoot(document.body).render(null)`
            : undefined,
      },
    ],
  })) as Rollup.RollupOutput
  return built.output.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? gzipSync(chunk.code).length : 0), 0) / 1000
}
