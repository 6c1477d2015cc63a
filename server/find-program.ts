import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/**
 * Finds a program by its name in the folders of PATH, or by its path.
 * @returns its absolute path; undefined if it is missing or may not be run
 */
export function findProgram(name: string, path = ''): string | undefined {
  const places = name.includes('/') ? [resolve(name)] : path.split(delimiter).map((folder) => join(folder, name))
  return places.find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
