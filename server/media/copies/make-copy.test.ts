import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import sql, { columns } from '#server/db/sql.ts'
import { testDatabase } from '#tests/support/databases.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { makeVideoCopy } from './make-copy.ts'

const VIDEO = {
  type: 'video/quicktime',
  durationMs: 12_000,
  width: 1080,
  height: 1920,
  codec: 'hevc',
  audio: 'aac',
  framesPerSecond: 30,
}

test.each([
  ['retries the second attempt', 1, 'working', 1],
  ['gives up after the third attempt', 2, 'failed', 1],
  ['gives up without a further attempt if the third was interrupted', 3, 'failed', 0],
])('reacts to a storage failure during a video conversion: %s', async (_what, attemptsBefore, state, reads) => {
  await using place = await testDatabase('peopled')
  await using database = await openDatabase({ ...place, onError: console.error })
  const clock = testClock()
  const [sourceId, id] = [crypto.randomUUID(), crypto.randomUUID()]
  const [user] = await database.query(sql`select ${columns('users', 'id')} from users limit 1`)
  await database.query(sql`
    insert into images (id, user_id, original_name, type, size_bytes, width, height, renditions, platforms, state, created_at, parts, video)
    values (${sourceId}, ${user?.id ?? ''}, 'pond.mov', 'video/quicktime', 900000, 1080, 1920, '[]', '{}', 'ready', ${clock.now()}, 1, ${JSON.stringify(VIDEO)}::jsonb)`)
  await database.query(sql`
    insert into video_copies (id, user_id, source_id, platforms, state, attempt, created_at)
    values (${id}, ${user?.id ?? ''}, ${sourceId}, ${['twitter']}, 'working', ${attemptsBefore}, ${clock.now()})`)
  let readCount = 0
  const unreachable = async () => {
    readCount++
    throw new Error('The storage is unreachable')
  }
  const storage = { read: unreachable, delete: unreachable } as never
  const log = { error() {}, warn() {} }
  const parts = { database, clock, storage, log, dataDir: place.dataDir, ffmpeg: '/nowhere/ffmpeg' }
  const making = makeVideoCopy(parts, id, new AbortController().signal)
  if (state === 'failed') await making
  else await expect(making).rejects.toThrow('The storage is unreachable')
  const [copy] = await database.query(sql`
    select ${columns('video_copies', 'state', 'problem')} from video_copies where id = ${id}`)
  expect(copy).toEqual({ state, problem: state === 'failed' ? 'failed' : null })
  expect(readCount).toBe(reads)
})
