import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'

/** [table, key, row]; null deletes the row. */
type Change = [table: string, key: string, row: unknown]

/**
 * Tables in memory, and a log file that rebuilds them.
 * Each line holds the changes of one request and is written before its response: a killed process loses no confirmed
 * change.
 * No fsync: a power cut may lose changes.
 */
export class Store {
  readonly #tables = new Map<string, Map<string, unknown>>()
  #changes: Change[] = []
  #file: number | undefined

  constructor(path?: string) {
    if (path === undefined) return
    if (existsSync(path)) this.#replay(readFileSync(path, 'utf8'))
    // Replaces the log by a snapshot. Renamed into place, so that a crash here keeps the old file.
    writeFileSync(`${path}.new`, this.#snapshot())
    renameSync(`${path}.new`, path)
    this.#file = openSync(path, 'a')
  }

  table<Row>(name: string): Table<Row> {
    return new Table<Row>(this.#rows(name) as Map<string, Row>, (key, row) => {
      if (this.#file !== undefined) this.#changes.push([name, key, row])
    })
  }

  save() {
    if (this.#file === undefined || this.#changes.length === 0) return
    const line = Buffer.from(`${JSON.stringify(this.#changes)}\n`)
    this.#changes = []
    for (let sent = 0; sent < line.length;) sent += writeSync(this.#file, line, sent)
  }

  clear() {
    for (const rows of this.#tables.values()) rows.clear()
    this.#changes = []
    if (this.#file !== undefined) ftruncateSync(this.#file)
  }

  close() {
    this.save()
    if (this.#file !== undefined) closeSync(this.#file)
    // Requests that closing interrupted may still finish, but get no response.
    this.#file = undefined
  }

  #rows(name: string): Map<string, unknown> {
    let rows = this.#tables.get(name)
    if (!rows) this.#tables.set(name, (rows = new Map()))
    return rows
  }

  #replay(text: string) {
    const lines = text.split('\n')
    for (const [index, line] of lines.entries()) {
      if (line === '') continue
      let changes: Change[]
      try {
        changes = JSON.parse(line) as Change[]
      } catch (cause) {
        // Only the last line can be incomplete, and its request got no response.
        if (index === lines.length - 1) return
        throw new Error(`The simulator's state file is damaged in line ${index + 1}`, { cause })
      }
      for (const [table, key, row] of changes) {
        if (row === null) this.#rows(table).delete(key)
        else this.#rows(table).set(key, row)
      }
    }
  }

  #snapshot(): string {
    const changes: Change[] = []
    for (const [table, rows] of this.#tables) for (const [key, row] of rows) changes.push([table, key, row])
    return `${JSON.stringify(changes)}\n`
  }
}

export class Table<Row> {
  readonly #rows: Map<string, Row>
  readonly #note: (key: string, row: Row | null) => void

  constructor(rows: Map<string, Row>, note: (key: string, row: Row | null) => void) {
    this.#rows = rows
    this.#note = note
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  /** Rows are replaced, never mutated: only `put` saves a change. */
  put(key: string, row: Row): Row {
    this.#rows.set(key, row)
    this.#note(key, row)
    return row
  }

  delete(key: string) {
    if (this.#rows.delete(key)) this.#note(key, null)
  }

  entries() {
    return this.#rows.entries()
  }

  values() {
    return this.#rows.values()
  }
}
