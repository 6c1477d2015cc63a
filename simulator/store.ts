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

/** A change of one row. A row of null means that the row is deleted. */
type Change = [table: string, key: string, row: unknown]

/**
 * Tables in memory, with a log file that restores them. Each line has the changes of one request, and is written before
 * the response. A killed process loses no confirmed change, but a power cut may, because nothing calls fsync.
 */
export class Store {
  readonly #tables = new Map<string, Map<string, unknown>>()
  #changes: Change[] = []
  #file: number | undefined

  constructor(path?: string) {
    if (path === undefined) return
    if (existsSync(path)) this.#replay(readFileSync(path, 'utf8'))
    // Compacts the log into a snapshot. The rename keeps the old file if the process dies here.
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
    // Without a file, requests that are still running may finish, but their changes are not saved and they get no
    // response.
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
        // Only the last line may be incomplete. Skip it, because its request got no response.
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

  /** Stores a row. Code must replace rows and never mutate them, because only `put` saves a change. */
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
