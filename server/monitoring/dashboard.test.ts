import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import sql from '../db/sql.ts'
import { readScrape, type Scrape } from '#tests/support/prometheus.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'monitoring')

interface Rules {
  groups: {
    name: string
    rules: { alert: string; expr: string; for: string; labels: object; annotations: { summary: string } }[]
  }[]
}
interface Dashboard {
  title: string
  panels: { id: number; gridPos: object; type: string; title: string; targets?: { expr: string }[] }[]
  templating: { list: { name: string; query: string }[] }
}

const rules = (load(readFileSync(join(FOLDER, 'alerts.yaml'), 'utf8')) as Rules).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8')) as Dashboard
const queries = [
  ...rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [`panel ${title}`, expr] as const),
  ),
]

let frogy: Frogy
let scrape: Scrape
beforeAll(async () => {
  frogy = await startFrogy(
    {},
    {
      // Insert a backup, because the metrics about backups exist only after the first one.
      fill: async (place) => {
        await using database = await openDatabase({ ...place, onError: console.error })
        await database.query(sql`
          insert into backups (id, name, made_at, state, size_bytes, has_secret)
          values (gen_random_uuid(), 'frogy.backup', now() - interval '1 hour', 'checked', 1234, false)`)
      },
    },
  )
  const layla = await frogy.person('linkedin')
  const post = await layla.schedule({ platform: 'linkedin', content: 'Hello', at: frogy.clock.now() })
  await layla.decided(post)
  scrape = readScrape(await (await fetch(`${frogy.url}/metrics`)).text())
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** Labels that Prometheus adds to each series. */
const ADDED = ['instance', 'job']
const GRAFANA = /\$(?:instance|__rate_interval)/

/** The metrics in a query, each with its label matchers. */
function usesOf(query: string): { name: string; matchers: [label: string, operator: string, value: string][] }[] {
  return [...query.matchAll(/\b((?:frogy|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', given = '']) => ({
    name,
    matchers: [...given.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label = '', operator = '', value = '']) => [label, operator, value],
    ),
  }))
}

const labelsOf = (name: string): string[] => [
  ...new Set(scrape.samples.filter((sample) => sample.name === name).flatMap(({ labels }) => Object.keys(labels))),
]
const valuesOf = (name: string, label: string): string[] => [
  ...new Set(scrape.samples.filter((sample) => sample.name === name).map(({ labels }) => labels[label] ?? '')),
]

/** The faults of a query: metrics, labels or values that the scrape lacks, and counters without `rate`. */
function faultsOf(query: string): string[] {
  const uses = usesOf(query)
  const faults = uses.flatMap(({ name, matchers }) => {
    if (!scrape.samples.some((sample) => sample.name === name)) return [name]
    return matchers.flatMap(([label, operator, value]) => {
      if (ADDED.includes(label)) return []
      if (!labelsOf(name).includes(label)) return [`${name} ${label}`]
      const given = operator.includes('~') ? value.split('|') : [value]
      return given.filter((one) => !valuesOf(name, label).includes(one)).map((one) => `${name} ${label}=${one}`)
    })
  })
  const grouped = [...query.matchAll(/\b(?:by|ignoring|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(/,\s*/),
  )
  const known = new Set([...ADDED, ...uses.flatMap(({ name }) => labelsOf(name))])
  const counters = uses.filter(({ name }) => scrape.types.get(name) === 'counter')
  const unrated = counters.filter(({ name }) => !new RegExp(`(?:rate|increase)\\(${name}\\b`).test(query))
  return [
    ...faults,
    ...grouped.filter((label) => !known.has(label)),
    ...unrated.map(({ name }) => `${name} without rate`),
  ]
}

const isBalanced = (query: string): boolean =>
  ['()', '{}', '[]'].every(([open = '', close = '']) => query.split(open).length === query.split(close).length)

test('queries only metrics, labels and values that Frogy exports', () => {
  expect(queries.length).toBeGreaterThan(40)
  const faulty = queries.flatMap(([where, query]) => faultsOf(query).map((fault) => `${where}: ${fault}`))
  expect(faulty).toEqual([])
  expect(queries.filter(([, query]) => !isBalanced(query) || usesOf(query).length === 0)).toEqual([
    ['alert FrogyDown', 'up{job="frogy"} == 0'],
  ])
})

test('shows every metric in the dashboard', () => {
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n')
  const missing = [...scrape.types.keys()].filter((name) => !shown.includes(name))
  expect(missing).toEqual(['process_start_time_seconds'])
})

test('documents every metric in monitoring.md', () => {
  const page = readFileSync(join(FOLDER, '..', 'monitoring.md'), 'utf8')
  expect(
    [...scrape.types.keys()].filter((name) => !name.startsWith('process_') && !page.includes(`\`${name}\``)),
  ).toEqual([])
  for (const [, name] of page.matchAll(/`(frogy_\w+)`/g)) expect([...scrape.types.keys()]).toContain(name)
})

describe('alert rules', () => {
  test('defines an alert rule for each known failure of an installation', () => {
    expect(rules.map(({ alert }) => alert)).toEqual(
      expect.arrayContaining([
        'FrogyDeadWorker',
        'FrogyOverduePosts',
        'FrogyUnknownOutcomes',
        'FrogyFailingProvider',
        'FrogyOldBackup',
        'FrogyHeld',
        'FrogyDatabasePoolExhausted',
        'FrogyEventLoopDelay',
      ]),
    )
  })

  test('gives each alert rule a unique name, a duration, a severity and a summary', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const rule of rules) {
      expect(rule).toEqual({
        alert: expect.stringMatching(/^Frogy[A-Z]\w+$/) as string,
        expr: expect.not.stringMatching(GRAFANA) as string,
        for: expect.stringMatching(/^\d+[mh]$/) as string,
        labels: { severity: expect.stringMatching(/^(?:critical|warning)$/) as string },
        annotations: { summary: expect.any(String) as string, description: expect.any(String) as string },
      })
    }
  })
})

test('gives each dashboard panel a unique id and position', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length)
})
