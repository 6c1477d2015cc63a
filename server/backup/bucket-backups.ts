import { bucketStorage } from '../adapters/storage/bucket-storage.ts'
import type { BackupPlace } from '../variable-formats.ts'
import { isBackupName, type BackupFolder } from './backup-folder.ts'

type BucketPlace = Exclude<BackupPlace, { folder: string }>

export const bucketKey = ({ prefix }: BucketPlace, name: string): string => (prefix ? `${prefix}/${name}` : name)

export function bucketBackups(place: BucketPlace): BackupFolder {
  const storage = bucketStorage(place)
  const keyOf = (name: string) => bucketKey(place, name)
  async function list() {
    const found: { name: string; sizeBytes: number }[] = []
    for await (const { key, sizeBytes } of storage.list(keyOf(''))) {
      const name = key.slice(keyOf('').length)
      if (isBackupName(name)) found.push({ name, sizeBytes })
    }
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }
  return {
    list,
    async open(name) {
      const sizeBytes = (await list()).find((found) => found.name === name)?.sizeBytes
      const bytes = sizeBytes === undefined ? undefined : await storage.stream(keyOf(name))
      return bytes && sizeBytes !== undefined ? { bytes, sizeBytes } : undefined
    },
    delete: (name) => storage.delete(keyOf(name)),
  }
}
