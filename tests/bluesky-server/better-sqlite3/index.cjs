const { DatabaseSync } = require('node:sqlite')

/** Extended result codes of SQLite under the names of better-sqlite3. */
const CODES = { 5: 'SQLITE_BUSY', 1555: 'SQLITE_CONSTRAINT_PRIMARYKEY', 2067: 'SQLITE_CONSTRAINT_UNIQUE' }

class SqliteError extends Error {}

function named(error) {
  const code = CODES[error?.errcode]
  return code ? Object.assign(new SqliteError(error.message), { code }) : error
}

function attempt(work) {
  try {
    return work()
  } catch (error) {
    throw named(error)
  }
}

/** Converts blobs to Buffers, because better-sqlite3 returns them so. */
function withBuffers(row) {
  if (!row) return undefined
  for (const [name, value] of Object.entries(row))
    if (value instanceof Uint8Array) row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return row
}

/** Parameters may come as one list. node:sqlite takes no booleans and no undefined. */
const plain = (parameters) =>
  parameters.flat().map((one) => (typeof one === 'boolean' ? Number(one) : one === undefined ? null : one))

class Statement {
  #statement
  constructor(statement, source) {
    this.#statement = statement
    this.source = source
    this.reader = statement.columns().length > 0
  }
  run(...parameters) {
    return attempt(() => this.#statement.run(...plain(parameters)))
  }
  get(...parameters) {
    return attempt(() => withBuffers(this.#statement.get(...plain(parameters))))
  }
  all(...parameters) {
    return attempt(() => this.#statement.all(...plain(parameters)).map(withBuffers))
  }
  *iterate(...parameters) {
    for (const row of this.#statement.iterate(...plain(parameters))) yield withBuffers(row)
  }
}

class Database {
  #database
  constructor(path = ':memory:', { readonly = false, timeout = 5_000 } = {}) {
    this.#database = new DatabaseSync(path, { readOnly: readonly, timeout })
    this.name = path
    this.open = true
  }
  prepare(source) {
    return attempt(() => new Statement(this.#database.prepare(source), source))
  }
  exec(source) {
    attempt(() => this.#database.exec(source))
    return this
  }
  pragma(source) {
    return this.prepare(`pragma ${source}`).all()
  }
  transaction(work) {
    return (...values) => {
      this.exec('begin')
      try {
        const result = work(...values)
        this.exec('commit')
        return result
      } catch (error) {
        this.exec('rollback')
        throw error
      }
    }
  }
  close() {
    this.#database.close()
    this.open = false
    return this
  }
}

module.exports = Database
module.exports.default = Database
module.exports.SqliteError = SqliteError
