import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { bucketStorage } from './bucket-storage.ts'
import { folderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

/** The bucket that is configured, else a folder in DATA_DIR. */
export function storageFor({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): Storage {
  return storage ? bucketStorage(storage) : folderStorage(join(dataDir, 'media'))
}
