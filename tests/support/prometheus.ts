// A strict parser of Prometheus' text format 0.0.4. It rejects what the format forbids, even if Prometheus accepts it.

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Scrape {
  samples: Sample[]
  /** The types of the metrics by name, such as `counter`. */
  types: Map<string, string>
  /** The value of one series; undefined if the series is missing. */
  value(name: string, labels?: Record<string, string>): number | undefined
  /** All series, each as `name{label="value"}`, sorted. */
  series: string[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (\\S+)$`)
const UNIT_FAULTS = /_(?:ms|milliseconds|minutes|hours|kb|mb|percent)(?:_|$)/

/** @throws Error that names the first faulty line */
export function readScrape(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('The last line does not end')
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const ended = new Set<string>()
  const samples: Sample[] = []
  const seen = new Set<string>()
  let current = ''
  const begin = (name: string) => {
    if (name === current) return
    if (ended.has(name)) throw new Error(`${name} is in two groups`)
    ended.add(current)
    current = name
  }
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string) => new Error(`${why}: ${line}`)
    const [, kind, about = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`).exec(line) ?? []
    if (kind) {
      begin(about)
      if (kind === 'HELP' && helped.has(about)) throw fail('A second HELP')
      if (kind === 'HELP') helped.add(about)
      else if (types.has(about) || !/^(?:counter|gauge|histogram)$/.test(rest)) throw fail('A wrong TYPE')
      else types.set(about, rest)
      continue
    }
    const [, name, labelText = '', given = ''] = SAMPLE.exec(line) ?? []
    if (!name) throw fail('No sample')
    const family = types.get(current) === 'histogram' ? name.replace(/_(?:bucket|sum|count)$/, '') : name
    if (family !== current || !types.has(current) || !helped.has(current)) throw fail('Outside of its group')
    if (types.get(current) === 'counter' && !name.endsWith('_total')) throw fail('A counter without _total')
    if (UNIT_FAULTS.test(name)) throw fail('No base unit')
    const value = given === '+Inf' ? Number.POSITIVE_INFINITY : Number(given)
    if (given === '' || Number.isNaN(value) || (types.get(current) !== 'gauge' && value < 0)) throw fail('No value')
    const pairs = [...labelText.matchAll(new RegExp(LABEL, 'g'))].map(([pair]) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), JSON.parse(pair.slice(at + 1)) as string] as const
    })
    const labels = Object.fromEntries(pairs)
    if (Object.keys(labels).length !== pairs.length) throw fail('A label twice')
    const series = seriesOf(name, labels)
    if (seen.has(series)) throw fail('A series twice')
    seen.add(series)
    samples.push({ name, labels, value })
  }
  checkHistograms(samples, types)
  return {
    samples,
    types,
    series: [...seen].toSorted(),
    value: (name, labels = {}) =>
      samples.find((sample) => seriesOf(sample.name, sample.labels) === seriesOf(name, labels))?.value,
  }
}

const seriesOf = (name: string, labels: Record<string, string>): string =>
  `${name}${JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => one.localeCompare(other)))}`

/** Checks that bucket values rise up to `+Inf`, and that the last one equals the count. */
function checkHistograms(samples: readonly Sample[], types: ReadonlyMap<string, string>): void {
  for (const [name] of [...types].filter(([, type]) => type === 'histogram')) {
    const groups = Object.groupBy(
      samples.filter((sample) => sample.name === `${name}_bucket`),
      ({ labels: { le: _le, ...labels } }) => seriesOf(name, labels),
    )
    for (const [series, buckets = []] of Object.entries(groups)) {
      const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)))
      const isRising = buckets.every(
        (bucket, at) =>
          at === 0 || ((bounds[at] ?? 0) > (bounds[at - 1] ?? 0) && bucket.value >= (buckets[at - 1]?.value ?? 0)),
      )
      const { le: _le, ...labels } = buckets[0]?.labels ?? {}
      const count = samples.find(
        (sample) => sample.name === `${name}_count` && seriesOf(name, sample.labels) === seriesOf(name, labels),
      )
      const hasSum = samples.some(
        (sample) => sample.name === `${name}_sum` && seriesOf(name, sample.labels) === seriesOf(name, labels),
      )
      if (!isRising || bounds.at(-1) !== Number.POSITIVE_INFINITY || count?.value !== buckets.at(-1)?.value || !hasSum)
        throw new Error(`A faulty histogram: ${series}`)
    }
  }
}
