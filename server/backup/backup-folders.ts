import type { BackupPlace } from '../variable-formats.ts'
import { bucketBackups } from './bucket-backups.ts'
import { localBackups, type BackupFolder } from './backup-folder.ts'

export function backupFolderFor(place: BackupPlace): BackupFolder {
  return 'folder' in place ? localBackups(place.folder) : bucketBackups(place)
}
