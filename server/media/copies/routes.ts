import { AppError } from '#core/errors.ts'
import type { VideoCopy } from '#core/media/contract.ts'
import { planVideoCopy } from '#core/media/plan-video-copy.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, count, type RowOf } from '../../db/sql.ts'
import type { Handle } from '../../http/router.ts'
import { deleteUnusedPictures, makeRoom, type PictureStoreParts } from '../store-pictures.ts'
import { ownImage, ownImages, toImage } from '../store.ts'

interface CopyRouteParts extends PictureStoreParts {
  /** Whether the operator allows the conversion of videos, and a running worker can do it. */
  isOffered: () => Promise<boolean>
  openJobs: () => Promise<void>
  /** Adds the job that converts a video, in the transaction that requests it. */
  addJob: (tx: Queryable, copyId: string) => Promise<void>
}

const COLUMNS = columns('video_copies', 'id', 'user_id', 'platforms', 'state', 'percent', 'problem', 'image_id')
type CopyRow = RowOf<typeof COLUMNS>

/**
 * The calls for converted copies of videos, which more networks accept. A video has at most one copy, because a new
 * request replaces the last.
 */
export function videoCopyRoutes(handle: Handle, parts: CopyRouteParts): void {
  const { database, clock, isOffered, openJobs, addJob } = parts

  handle('GET /api/videos/{id}/copy', async ({ params, signedIn }) => {
    await ownImage(database, params.id, signedIn.user.id)
    const copy = await copyOf(database, params.id)
    return { isOffered: await isOffered(), copy: copy ? await toCopy(database, copy) : null }
  })

  handle('POST /api/videos/{id}/copy', async ({ params, body, signedIn }) => {
    const userId = signedIn.user.id
    const { video, size_bytes: sizeBytes } = await ownImage(database, params.id, userId)
    if (!video) throw new AppError('not_found')
    if (!(await isOffered())) throw new AppError('copies_off')
    const plan = planVideoCopy(body.platforms, video, sizeBytes)
    if (!plan) throw new AppError('copy_no_fit')
    await makeRoom(parts, userId)
    await openJobs()
    const copy = await database.transaction(async (tx) => {
      // Concurrent requests of the user wait here, so that one of them adds a job, and none exceeds the limit.
      await tx.query(sql`select from users where id = ${userId} for no key update`)
      const last = await copyOf(tx, params.id)
      if (last && isUsable(last, plan.fits)) return last
      if (last) await tx.query(sql`delete from video_copies where id = ${last.id}`)
      await requireFewCopies(tx, userId)
      const [row] = await tx.query(sql`
        insert into video_copies (user_id, source_id, platforms, created_at)
        values (${userId}, ${params.id}, ${body.platforms}, ${clock.now()}) returning ${COLUMNS}`)
      if (!row) throw new Error('The copy was not returned')
      await addJob(tx, row.id)
      return row
    })
    return await toCopy(database, copy)
  })

  handle('DELETE /api/videos/{id}/copy', async ({ params, signedIn }) => {
    await ownImage(database, params.id, signedIn.user.id)
    // Deleting the row cancels a running conversion: its job looks for the row every second.
    const [copy] = await database.query(sql`
      delete from video_copies where source_id = ${params.id} and state in ('waiting', 'working') returning ${COLUMNS}`)
    if (copy?.image_id) await deleteUnusedPictures(parts, sql`id = ${copy.image_id} and state = 'uploading'`, 1)
    return undefined
  })
}

/** How many conversions of a user may wait or run at once, because all users share the workers. */
const MAX_UNFINISHED = 3

/** @throws AppError too_many_copies */
async function requireFewCopies(tx: Queryable, userId: string): Promise<void> {
  const [had] = await tx.query(sql`
    select ${count('copies')} from video_copies where user_id = ${userId} and state in ('waiting', 'working')`)
  if ((had?.copies ?? 0) >= MAX_UNFINISHED) throw new AppError('too_many_copies', { values: { limit: MAX_UNFINISHED } })
}

async function copyOf(on: Queryable, sourceId: string): Promise<CopyRow | undefined> {
  const [row] = await on.query(sql`select ${COLUMNS} from video_copies where source_id = ${sourceId}`)
  return row
}

/**
 * Whether a copy is waiting, being made or ready, and serves all these networks. A ready copy without an `image_id` was
 * deleted, so it is not usable.
 */
const isUsable = ({ state, platforms, image_id: imageId }: CopyRow, fits: readonly string[]): boolean =>
  (state === 'waiting' || state === 'working' || (state === 'ready' && imageId !== null)) &&
  fits.every((platform) => platforms.some((own) => own === platform))

async function toCopy(on: Database, row: CopyRow): Promise<VideoCopy> {
  const [image] = row.state === 'ready' && row.image_id ? await ownImages(on, [row.image_id], row.user_id) : []
  return { state: row.state, percent: row.percent, problem: row.problem, image: image ? toImage(image) : null }
}

/** Deletes old requests to convert videos. The converted copies stay. */
export async function deleteOldCopies(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from video_copies where created_at < ${new Date(now.getTime() - KEPT_MS)}`)
}

const KEPT_MS = 7 * 24 * 3_600_000
