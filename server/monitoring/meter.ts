// Counters and histograms in Prometheus' text format. A library would add four packages for these lines
// (docs/decisions/060-metrics-and-logs.md).

export type Labels = Readonly<Record<string, string>>

/** One metric in Prometheus' text format, with all its series. */
export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** The metric's lines of values in a scrape, which follow its line `# TYPE`. */
  lines(): string[]
}

export function combinations(labels: Readonly<Record<string, readonly string[]>>): Labels[] {
  return Object.entries(labels).reduce<Labels[]>(
    (sets, [label, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [label]: value }))),
    [{}],
  )
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const ESCAPED = /[\\"\n]/g
const quoted = (text: string): string => `"${text.replaceAll(ESCAPED, (char) => ESCAPES[char] ?? char)}"`

/** Formats labels as in `{name="value"}`. Builds no array, because every request formats labels twice. */
function labelText(labels: Labels): string {
  let text = ''
  for (const label in labels) text += `${text && ','}${label}=${quoted(labels[label] ?? '')}`
  return text && `{${text}}`
}

/** A sum that only rises. It counts only declared label sets, so that no input adds a series. */
export class Counter implements Family {
  readonly type = 'counter'
  readonly name: string
  readonly help: string
  readonly #values = new Map<string, number>()

  constructor(name: string, help: string, sets: readonly Labels[] = [{}]) {
    this.name = name
    this.help = help
    this.declare(sets)
  }

  /** Adds series that start at zero. */
  declare(sets: readonly Labels[]): void {
    for (const set of sets) {
      const key = labelText(set)
      if (!this.#values.has(key)) this.#values.set(key, 0)
    }
  }

  add(labels: Labels = {}, by = 1): void {
    const key = labelText(labels)
    const value = this.#values.get(key)
    if (value !== undefined) this.#values.set(key, value + by)
  }

  lines(): string[] {
    return [...this.#values].map(([key, value]) => `${this.name}${key} ${value}`)
  }
}

/** Counts observed values by bucket. It counts only declared label sets. */
export class Histogram implements Family {
  readonly type = 'histogram'
  readonly name: string
  readonly help: string
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()

  /** @param bounds the upper bounds of the buckets, ascending, without infinity */
  constructor(name: string, help: string, bounds: readonly number[], sets: readonly Labels[] = [{}]) {
    this.name = name
    this.help = help
    this.#bounds = bounds
    for (const labels of sets)
      this.#series.set(labelText(labels), { labels, counts: bounds.map(() => 0), sum: 0, count: 0 })
  }

  observe(value: number, labels: Labels = {}): void {
    const series = this.#series.get(labelText(labels))
    if (!series) return
    series.sum += value
    series.count++
    const at = this.#bounds.findIndex((bound) => value <= bound)
    if (at >= 0) series.counts[at] = (series.counts[at] ?? 0) + 1
  }

  lines(): string[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum, count }) => {
      let below = 0
      const buckets = this.#bounds.map((bound, at) => {
        below += counts[at] ?? 0
        return `${this.name}_bucket${labelText({ ...labels, le: String(bound) })} ${below}`
      })
      const infinite = `${this.name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`
      const key = labelText(labels)
      return [...buckets, infinite, `${this.name}_sum${key} ${sum}`, `${this.name}_count${key} ${count}`]
    })
  }
}

/** Values that are read at each scrape. */
export function gauge(
  name: string,
  help: string,
  values: readonly (readonly [value: number, labels?: Labels])[],
): Family {
  return {
    name,
    help,
    type: 'gauge',
    lines: () => values.map(([value, set = {}]) => `${name}${labelText(set)} ${value}`),
  }
}

/** The text of a scrape. Metrics without series are left out. */
export function exposition(families: readonly Family[]): string {
  return families
    .flatMap((family) => {
      const lines = family.lines()
      if (lines.length === 0) return []
      return [`# HELP ${family.name} ${family.help}`, `# TYPE ${family.name} ${family.type}`, ...lines]
    })
    .map((line) => `${line}\n`)
    .join('')
}

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
