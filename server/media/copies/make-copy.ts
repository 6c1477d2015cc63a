import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, statfs, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { VideoCopy } from '#core/media/contract.ts'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { planVideoCopy, type CopyPlan } from '#core/media/plan-video-copy.ts'
import { videoIssues } from '#core/platforms/video-issues.ts'
import { readVideoFacts, type VideoFacts } from '#core/video/video-facts.ts'
import sql, { columns, type RowOf } from '../../db/sql.ts'
import { deleteUnusedPictures, type PictureStoreParts } from '../store-pictures.ts'
import { requireRoom } from '../storage-quota.ts'
import { ownImage, type ImageRow } from '../store.ts'
import { partKey, streamVideo } from '../video-file.ts'
import { ffmpegArguments } from './ffmpeg-arguments.ts'
import { FfmpegFailure, runFfmpeg } from './run-ffmpeg.ts'

interface CopyParts extends PictureStoreParts {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  dataDir: string
  ffmpeg: string
}

/** The longest time to convert one video. On an old machine, a video of half an hour takes about as long. */
const COPY_TIMEOUT_MS = 2 * 3_600_000
/**
 * After this many attempts, the user sees that the conversion has failed. Attempts that end by a crash or restart count
 * too.
 */
const MAX_ATTEMPTS = 3
/** The free space that the converted video must leave on the disk. */
const LEAST_FREE_BYTES = 200_000_000
const REPORT_EVERY_MS = 1_000
/** By how much a converted video may be shorter than its source, because the last frames of the sound may be lost. */
const MAX_LOSS_MS = 1_000

const COLUMNS = columns('video_copies', 'id', 'user_id', 'source_id', 'platforms', 'attempt', 'image_id')
type CopyRow = RowOf<typeof COLUMNS>
type Problem = NonNullable<VideoCopy['problem']>

/** A permanent failure, whose reason the user sees. */
class CopyProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem, cause?: unknown) {
    super(`A copy of a video was not made: ${problem}`, { cause })
    this.problem = problem
  }
}

/** The user has canceled the conversion of a video, or another attempt has replaced this one. */
class Superseded extends Error {}

/**
 * Makes the requested converted copy of a video, unless it was canceled. After a crash the next attempt begins again.
 * @throws an error that a retry may resolve, such as an unreachable storage
 */
export async function makeVideoCopy(parts: CopyParts, id: string, stopped: AbortSignal): Promise<void> {
  const { database, dataDir, log } = parts
  const [copy] = await database.query(sql`
    update video_copies set state = 'working', attempt = attempt + 1, percent = 0
    where id = ${id} and state in ('waiting', 'working') returning ${COLUMNS}`)
  if (!copy) return
  const folder = join(foldersOf(dataDir), folderName(copy))
  const timeout = AbortSignal.timeout(COPY_TIMEOUT_MS)
  try {
    await removeAbandonedFolders(parts)
    if (copy.image_id) await deleteUnusedPictures(parts, sql`id = ${copy.image_id} and state = 'uploading'`, 1)
    if (copy.attempt > MAX_ATTEMPTS) throw new Error('All attempts to copy a video were interrupted')
    await mkdir(folder, { recursive: true })
    await convert(parts, copy, folder, AbortSignal.any([stopped, timeout]))
  } catch (error) {
    if (error instanceof Superseded) return
    const problem = stopped.aborted ? undefined : problemOf(error, timeout)
    if (!problem && copy.attempt < MAX_ATTEMPTS) throw error
    log[problem ? 'warn' : 'error']({ err: error }, 'a copy of a video was not made')
    await database.query(sql`
      update video_copies set state = 'failed', problem = ${problem ?? 'failed'} where ${isCurrent(copy)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function problemOf(error: unknown, timeout: AbortSignal): Problem | undefined {
  if (error instanceof CopyProblem) return error.problem
  if (timeout.aborted) return 'too_slow'
  if (error instanceof FfmpegFailure) return 'failed'
  if (error instanceof AppError && error.code === 'storage_full') return 'storage_full'
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? 'disk_full' : undefined
}

const isCurrent = ({ id, attempt }: CopyRow) => sql`id = ${id} and attempt = ${attempt} and state = 'working'`

async function convert(parts: CopyParts, copy: CopyRow, folder: string, signal: AbortSignal): Promise<void> {
  const { database, storage, ffmpeg, dataDir } = parts
  const source = await ownImage(database, copy.source_id, copy.user_id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? new Superseded() : error
  })
  const { video, size_bytes: sizeBytes } = source
  const plan = video && planVideoCopy(copy.platforms, video, sizeBytes)
  if (!plan) throw new CopyProblem('no_fit')
  // Allow more than the planned size, because ffmpeg may write the file's index twice.
  const maxBytes = plan.maxBytes * 1.1
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < sizeBytes + maxBytes + LEAST_FREE_BYTES) throw new CopyProblem('disk_full')

  const [input, output] = [join(folder, 'original'), join(folder, 'copy.mp4')]
  await pipeline(streamVideo(storage, { id: source.id, sizeBytes }), createWriteStream(input), { signal })
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = async (doneMs: number) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    const percent = Math.max(0, Math.min(99, Math.floor((100 * doneMs) / video.durationMs)))
    const [row] = await database.query(sql`
      update video_copies set percent = ${percent} where ${isCurrent(copy)} returning ${columns('video_copies', 'id')}`)
    if (!row) throw new Superseded()
  }
  const args = ffmpegArguments(plan, video.framesPerSecond, input, output)
  await runFfmpeg({ program: ffmpeg, folder, maxBytes }, args, report, signal)
  await using file = await open(output).catch((error: unknown) => {
    throw new CopyProblem('failed', error)
  })
  await store(parts, copy, source, file, await checkCopy(file, video, plan), signal)
}

/** Reads the facts of a converted copy. ffmpeg's own report of success is not enough. */
async function checkCopy(file: FileHandle, video: VideoFacts, plan: CopyPlan): Promise<VideoFacts> {
  const { size } = await file.stat()
  const facts = await readVideoFacts((from, length) => readRange(file, from, length), size)
  if (typeof facts === 'string') throw new CopyProblem('failed')
  // Refuse a converted copy that ends early, because its video is damaged.
  if (facts.durationMs < video.durationMs - MAX_LOSS_MS) throw new CopyProblem('failed')
  if (plan.fits.some((platform) => videoIssues(platform, facts, size).length > 0)) throw new CopyProblem('no_fit')
  return facts
}

async function readRange(file: FileHandle, from: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at)
    if (bytesRead === 0) throw new CopyProblem('failed')
    at += bytesRead
  }
  return bytes
}

/** Stores a converted video like an uploaded one, with the description, cover and captions of its source. */
async function store(
  parts: CopyParts,
  copy: CopyRow,
  source: ImageRow,
  file: FileHandle,
  facts: VideoFacts,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, storage, storageLimitBytes } = parts
  const { size } = await file.stat()
  const id = randomUUID()
  await database.transaction(async (tx) => {
    await requireRoom(tx, copy.user_id, size, storageLimitBytes)
    await tx.query(sql`
      insert into images (id, user_id, original_name, type, size_bytes, width, height, renditions, platforms, state, created_at, parts, alt_text, cover, captions, video)
      select ${id}::uuid, user_id, ${copyName(source.original_name)}::text, ${facts.type}::text, ${size}::integer, ${facts.width}::integer, ${facts.height}::integer,
        '[]', '{}', 'uploading', ${clock.now()}::timestamptz, 0, alt_text, cover, captions, ${JSON.stringify(facts)}::jsonb
      from images where id = ${source.id}`)
    const [row] = await tx.query(sql`
      update video_copies set image_id = ${id} where ${isCurrent(copy)} returning ${columns('video_copies', 'id')}`)
    if (!row) throw new Superseded()
  })
  try {
    for (let part = 0; part * VIDEO_PART_BYTES < size; part++) {
      signal.throwIfAborted()
      const from = part * VIDEO_PART_BYTES
      const bytes = await readRange(file, from, Math.min(VIDEO_PART_BYTES, size - from))
      await storage.put(partKey(id, part), bytes, 'application/octet-stream')
      const [row] = await database.query(sql`
        update images set parts = ${part + 1} where id = ${id} and state = 'uploading' returning ${columns('images', 'id')}`)
      if (row) continue
      // The conversion was canceled. Delete the part here, because the cancellation may have deleted the row that lists
      // the parts.
      await storage.delete(partKey(id, part))
      throw new Superseded()
    }
    await database.transaction(async (tx) => {
      const [row] = await tx.query(sql`
        update video_copies set state = 'ready', percent = 100 where ${isCurrent(copy)} returning ${columns('video_copies', 'id')}`)
      if (!row) throw new Superseded()
      await tx.query(sql`update images set state = 'ready' where id = ${id} and state = 'uploading'`)
      await tx.query(sql`
        insert into video_extras (image_id, cover, captions)
        select ${id}::uuid, cover, captions from video_extras where image_id = ${source.id}`)
    })
  } catch (error) {
    if (error instanceof Superseded) await deleteUnusedPictures(parts, sql`id = ${id} and state = 'uploading'`, 1)
    throw error
  }
}

/** The file name of a converted copy: `pond.mov` becomes `pond.mp4`. */
const copyName = (name: string): string => `${name.replace(/\.\w{1,5}$/, '').slice(0, 250)}.mp4`

const foldersOf = (dataDir: string): string => join(dataDir, 'video-copies')
const folderName = ({ id, attempt }: Pick<CopyRow, 'id' | 'attempt'>): string => `${id}-${attempt}`

/** Deletes the files that are left of attempts whose process has died. */
export async function removeAbandonedFolders({
  database,
  dataDir,
}: Pick<CopyParts, 'database' | 'dataDir'>): Promise<void> {
  const found = await readdir(foldersOf(dataDir)).catch(() => [])
  if (found.length === 0) return
  const rows = await database.query(sql`
    select ${columns('video_copies', 'id', 'attempt')} from video_copies where state = 'working'`)
  const kept = new Set(rows.map(folderName))
  for (const name of found)
    if (!kept.has(name)) await rm(join(foldersOf(dataDir), name), { recursive: true, force: true })
}
