import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ConfigError } from '../../config-error.ts'
import type { Config } from '../../config.ts'
import { bucketStorage } from './bucket-storage.ts'
import { folderStorage } from './folder-storage.ts'
import type { Storage } from './storage.ts'

/** Opens the configured storage. @throws ConfigError for a bucket without the installed S3 client */
export function storageFor({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): Storage {
  if (!storage) return folderStorage(join(dataDir, 'media'))
  if (!hasS3Client()) throw new ConfigError(['STORAGE_URL needs the S3 client, which `npm start` installs'])
  return bucketStorage(storage)
}

function hasS3Client(): boolean {
  try {
    createRequire(import.meta.url).resolve('@aws-sdk/client-s3')
    return true
  } catch {
    return false
  }
}
