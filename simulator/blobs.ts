import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^[0-9a-f]{64}$/

/** Stores uploaded files by content hash, in memory or in a folder next to the state file. */
export class Blobs {
  readonly #folder: string | undefined
  readonly #kept = new Map<string, Buffer>()

  constructor(folder?: string) {
    this.#folder = folder
  }

  put(bytes: Buffer): string {
    const name = createHash('sha256').update(bytes).digest('hex')
    if (this.#folder === undefined) this.#kept.set(name, bytes)
    else if (!existsSync(join(this.#folder, name))) {
      mkdirSync(this.#folder, { recursive: true })
      const path = join(this.#folder, name)
      // Writes to a temporary name and renames, so that a crash never leaves half a file under the final name.
      writeFileSync(`${path}.new`, bytes)
      renameSync(`${path}.new`, path)
    }
    return name
  }

  get(name: string): Buffer | undefined {
    if (!NAME.test(name)) return undefined
    if (this.#folder === undefined) return this.#kept.get(name)
    try {
      return readFileSync(join(this.#folder, name))
    } catch {
      return undefined
    }
  }

  /** Deletes the files that `isWanted` rejects. */
  sweep(isWanted: (name: string) => boolean) {
    for (const name of this.#kept.keys()) if (!isWanted(name)) this.#kept.delete(name)
    for (const name of this.#names()) {
      if (!isWanted(name) && this.#folder !== undefined) rmSync(join(this.#folder, name), { force: true })
    }
  }

  #names(): string[] {
    if (this.#folder === undefined) return []
    try {
      return readdirSync(this.#folder).filter((name) => NAME.test(name))
    } catch {
      return []
    }
  }
}
