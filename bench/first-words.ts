import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { headlessChromiumPath } from '../bin/chromium.ts'
import { openFakeModels } from '#tests/support/fake-models.ts'
import { Person } from '#tests/support/person.ts'
import { run } from './processes.ts'
import { at, report } from './report.ts'

const TIMES = 15

/**
 * Measures the time from a click on Generate until the first words are painted, with a model that responds without
 * delay.
 */
export async function benchFirstWords(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bench-'))
  try {
    await using models = await openFakeModels()
    // The model writes until the client disconnects.
    models.beforePiece = (piece) => (piece < 3 ? undefined : new Promise((resolve) => setTimeout(resolve, 200)))
    const environment = {
      DATA_DIR: dataDir,
      PORT: '0',
      SIMULATOR_PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ANTHROPIC_API_KEY: 'sk-ant',
      ANTHROPIC_BASE_URL: models.url,
    }
    await using frogy = await run(
      [join(import.meta.dirname, '..', 'bin', 'start.js')],
      environment,
      /Frogy is at (\S+)/,
    )
    const url = frogy.ready[1] ?? ''
    const person = await new Person(url).register()
    const browser = await chromium.launch({ executablePath: headlessChromiumPath() })
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.request.post(`${url}/api/login`, { data: { email: person.user?.email, password: person.password } })
      await page.goto(`${url}/create`)
      // This topic contains a figure, because Frogy asks questions first when a topic has no figure.
      await page.locator('textarea').first().fill('Our logistics team waits nine days for an approval')
      // Warm up: the first request loads the model client.
      await firstWords(page)
      const [words, calls]: number[][] = [[], []]
      for (let time = 0; time < TIMES; time++) {
        words?.push(await firstWords(page))
        calls?.push(await baselineCall(page))
      }
      return report({
        what: `from a press on Generate to the first words on the screen, median of ${TIMES}`,
        value: at(words ?? [], 0.5),
        unit: 'ms',
        atMost: 150,
        baseline: { what: 'a call of the same page that asks who is signed in', value: at(calls ?? [], 0.5) },
      })
    } finally {
      await browser.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function firstWords(page: Page): Promise<number> {
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const from = performance.now()
        const watch = new MutationObserver(() => {
          if (!document.querySelector('[data-writing]')?.textContent) return
          watch.disconnect()
          // Resolve after the frame with the first words is painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
        })
        watch.observe(document.body, { subtree: true, childList: true, characterData: true })
        document.querySelector<HTMLButtonElement>('form button[type=submit]')?.click()
      }),
  )
  // Cancel the writing and discard the draft, so that the next round starts with an empty editor.
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await page.getByRole('button', { name: 'More for this draft' }).first().click()
  await page.getByRole('menuitem', { name: 'Discard draft' }).click()
  return ms
}

async function baselineCall(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const from = performance.now()
    await (await fetch('/api/user')).text()
    return performance.now() - from
  })
}
