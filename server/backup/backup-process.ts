import { storageFor } from '../adapters/storage/storages.ts'
import type { Config } from '../config.ts'
import type { BackupPlace } from '../variable-formats.ts'
import { openDatabase } from '../db/database.ts'
import { backupFolderFor } from './backup-folders.ts'
import { checkBackup, makeBackup, type CheckedBackup } from './make-backup.ts'
import { NotABackup } from './tar.ts'

// The program of a separate process for scheduled backups, so that compressing and verifying do not delay requests and
// posts.

export type BackupTask = { place: BackupPlace; name: string } & (
  | { do: 'check' }
  | {
      do: 'make'
      databaseUrl: string | undefined
      /** For the embedded database: the folder of the copy to read. */
      snapshotDir: string
      files: Pick<Config, 'storage' | 'dataDir'>
      secret: string
      passphrase: string | undefined
      version: string
      madeAt: string
    }
)

export type BackupOutcome =
  | { checked: CheckedBackup }
  | { problem: 'not_written' | 'incomplete' | 'damaged'; text: string }

// Exit when the parent process has died or has cancelled the backup.
process.once('disconnect', () => process.exit(1))
process.once('message', (task) => {
  void run(task as BackupTask).then((outcome) => process.send?.(outcome, undefined, {}, () => process.exit(0)))
})

async function run(task: BackupTask): Promise<BackupOutcome> {
  try {
    return { checked: task.do === 'make' ? await make(task) : await check(task) }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    if (!(error instanceof NotABackup)) return { problem: 'not_written', text }
    return { problem: text.includes('cut off') || text.includes('missing') ? 'incomplete' : 'damaged', text }
  }
}

async function make(task: BackupTask & { do: 'make' }): Promise<CheckedBackup> {
  const { databaseUrl, snapshotDir, files } = task
  await using database = await openDatabase({
    databaseUrl,
    dataDir: snapshotDir,
    connections: { main: 1, queue: 1 },
    isPatient: true,
    onError: () => {},
  })
  const source = {
    ...task,
    database,
    storage: storageFor(files),
    filesIn: files.storage ? 'bucket' : 'folder',
    madeAt: new Date(task.madeAt),
  } as const
  return await makeBackup(source, task.place, task.name, snapshotDir)
}

async function check({ place, name }: BackupTask): Promise<CheckedBackup> {
  const file = await backupFolderFor(place).open(name)
  if (!file) throw new NotABackup('its file is missing')
  return await checkBackup(file.bytes as AsyncIterable<Buffer>)
}
