import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { chromiumPath } from '../bin/chromium.ts'
import { QUIET_BROWSER } from '../playwright.config.ts'
import { at } from './report.ts'

/** Lighthouse is installed on first use. As a dependency it would make up a tenth of the size of Frogy's packages. */
const VERSION = '13.5.0'
const FOLDER = join(import.meta.dirname, '..', 'node_modules', '.cache', `lighthouse-${VERSION}`)

const run = promisify(execFile)

/** Lighthouse's figures of one visit from a phone on a slow network. Sizes are as transferred. */
export interface Visit {
  /** This score and the next three are from 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcpMs: number
  tbtMs: number
  shift: number
  scriptKB: number
  otherKB: number
  /**
   * Lighthouse's estimate of this machine's speed during the visit. Lighthouse slows the processor fourfold, regardless
   * of its speed.
   */
  machineIndex: number
}

/**
 * The lowest speed that Lighthouse's mobile preset expects. It assumes a desktop with an index of 1,500 to 2,000
 * (throttling.md, “Calibrating multipliers”).
 */
const PRESUMED_INDEX = 1_500
/** How often a slow measurement is repeated: a shared machine may be slow for seconds or minutes. */
const MOST_TRIES = 2

/**
 * Measures a page several times with an empty cache. Repeats visits during which the machine was slower than Lighthouse
 * expects. Uses the `times` visits during which the machine was fastest.
 * @returns the median of each figure over these visits
 */
export async function measure(url: string, cookie: string | undefined, times: number): Promise<Visit> {
  await install()
  const all: Visit[] = []
  const good = () => all.filter(({ machineIndex }) => machineIndex >= PRESUMED_INDEX).length
  for (let n = 0; n < times * MOST_TRIES && good() < times; n++) {
    const one = await visit(url, cookie)
    if (one) all.push(one)
  }
  if (all.length < times) throw new Error(`Lighthouse recorded ${all.length} of ${times} visits to ${url}`)
  const visits = all.toSorted((one, other) => other.machineIndex - one.machineIndex).slice(0, times)
  const median = (name: keyof Visit) =>
    at(
      visits.map((one) => one[name]),
      0.5,
    )
  return {
    performance: median('performance'),
    accessibility: median('accessibility'),
    bestPractices: median('bestPractices'),
    seo: median('seo'),
    lcpMs: median('lcpMs'),
    tbtMs: median('tbtMs'),
    shift: median('shift'),
    scriptKB: median('scriptKB'),
    otherKB: median('otherKB'),
    machineIndex: median('machineIndex'),
  }
}

async function install(): Promise<void> {
  if (existsSync(join(FOLDER, 'node_modules', 'lighthouse'))) return
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true }))
  console.log(`Fetching lighthouse@${VERSION} …`)
  const args = ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${VERSION}`]
  await run('npm', args, { cwd: FOLDER })
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Report {
  finalDisplayedUrl: string
  environment: { benchmarkIndex: number }
  runtimeError?: { code: string }
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items: Transferred[] } }>
}

interface Transferred {
  resourceType?: string
  transferSize: number
}

/** The parts of Puppeteer and Lighthouse that this file uses. Neither package is installed during type checks. */
interface Puppeteer {
  launch(options: { executablePath: string; args: string[] }): Promise<{
    newPage(): Promise<unknown>
    setCookie(cookie: { name: string; value: string; domain: string }): Promise<void>
    close(): Promise<void>
  }>
}
type Lighthouse = (url: string, flags: object, config: undefined, page: unknown) => Promise<{ lhr: Report } | undefined>

async function fetched<T>(path: string): Promise<T> {
  const { default: found } = (await import(pathToFileURL(join(FOLDER, 'node_modules', path)).href)) as { default: T }
  return found
}

/**
 * Visits a page in a new browser with an empty cache. Returns undefined if the browser's trace was incomplete, which
 * happens at times.
 */
async function visit(url: string, cookie: string | undefined): Promise<Visit | undefined> {
  const lighthouse = await fetched<Lighthouse>('lighthouse/core/index.js')
  const puppeteer = await fetched<Puppeteer>('puppeteer-core/lib/puppeteer/puppeteer-core.js')
  const browser = await puppeteer.launch({ executablePath: chromiumPath(), args: QUIET_BROWSER })
  try {
    const { hostname } = new URL(url)
    for (const one of cookie?.split('; ') ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(one) ?? []
      await browser.setCookie({ name, value, domain: hostname })
    }
    const flags = { onlyCategories: CATEGORIES, logLevel: 'error' }
    const result = await lighthouse(url, flags, undefined, await browser.newPage())
    if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
    if (result.lhr.runtimeError?.code === 'NO_NAVSTART') return undefined
    // Fail after a redirect, such as to sign-in, because the figures would be those of another page.
    if (result.lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${result.lhr.finalDisplayedUrl}`)
    return figuresOf(result.lhr)
  } finally {
    await browser.close()
  }
}

function figuresOf({ categories, audits, environment }: Report): Visit {
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const score = (category: (typeof CATEGORIES)[number]) => Math.round((categories[category].score ?? Number.NaN) * 100)
  const kilobytes = (types: readonly string[]) =>
    (audits['network-requests']?.details?.items ?? [])
      .filter(({ resourceType }) => types.includes(resourceType ?? ''))
      .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    scriptKB: kilobytes(['Script']),
    otherKB: kilobytes(['Document', 'Stylesheet', 'Font']),
    machineIndex: environment.benchmarkIndex,
  }
}
