import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_LIMIT_BYTES } from '#core/documents/document-facts.ts'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { partForm, uploadVideo, videoFile } from '#tests/support/videos.ts'

let frogy: Frogy
let layla: Person
let omar: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person(...PLATFORMS)
  omar = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const imageOf = async (id: string) => (await layla.call('GET /api/images', { query: { ids: id } }))[0]

/** Uploads a file that the server refuses. @returns the reply to the last call, and the id of the upload */
async function refused(file: Buffer<ArrayBuffer>, name = 'slides.pdf') {
  const body = { name, size: file.byteLength, key: crypto.randomUUID() }
  const { id } = await layla.call('POST /api/videos', { body })
  for (let offset = 0; offset < file.byteLength; offset += VIDEO_PART_BYTES)
    await layla.call('POST /api/videos/{id}/parts', { params: { id }, form: partForm(file, offset) })
  return { id, ...(await layla.ask('POST /api/videos/{id}/finish', { params: { id } })) }
}

describe('upload', () => {
  test('stores a document, counts its pages, and reads its title from the file', async () => {
    const file = pdfFile({ pages: 12, title: 'Frogs at dawn، ضفادع', sizeBytes: 1.5 * VIDEO_PART_BYTES })
    const id = await uploadDocument(layla, file, 'Q3 (final)، تقرير.pdf')
    expect(await imageOf(id)).toEqual({
      id,
      originalName: 'Q3 (final)، تقرير.pdf',
      size: file.byteLength,
      width: 810,
      height: 1013,
      url: `/media/${id}/document`,
      altText: 'Frogs at dawn، ضفادع',
      video: null,
      document: { pages: 12 },
    })
    const download = await layla.fetch(`/media/${id}/document`)
    expect(download.headers.get('content-type')).toBe('application/pdf')
    expect(download.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''Q3%20%28final%29%D8%8C%20%D8%AA%D9%82%D8%B1%D9%8A%D8%B1.pdf`,
    )
    expect(Buffer.compare(Buffer.from(await download.arrayBuffer()), file)).toBe(0)
  })

  test('uses the file name as title if the file has none, and stores a title that the author enters', async () => {
    const id = await uploadDocument(layla, pdfFile(), 'Pond report.PDF')
    expect(await imageOf(id)).toMatchObject({ altText: 'Pond report' })
    const saved = await layla.call('PATCH /api/images/{id}', { params: { id }, body: { altText: 'Our pond' } })
    expect(saved).toMatchObject({ altText: 'Our pond', document: { pages: 3 } })
  })

  test.each([
    ['user-password', 422, 'document_encrypted'],
    ['owner-password', 422, 'document_encrypted'],
    ['no-pages', 422, 'document_damaged'],
    ['cut-in-the-middle', 422, 'document_damaged'],
    ['manyfold-page-tree', 422, 'document_bomb'],
  ] as const)('deletes the uploaded PDF %s and reports why', async (name, status, code) => {
    const file = await readFile(join(import.meta.dirname, '../../tests/corpus/pdf', `${name}.pdf`))
    const reply = await refused(Buffer.from(file))
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect((await layla.ask('GET /api/videos/{id}', { params: { id: reply.id } })).status).toBe(404)
  })

  test('accepts a document of 100 MB and rejects a larger one', async () => {
    const id = await uploadDocument(layla, pdfFile({ sizeBytes: DOCUMENT_LIMIT_BYTES }))
    expect(await imageOf(id)).toMatchObject({ document: { pages: 3 } })
    const reply = await refused(pdfFile({ sizeBytes: DOCUMENT_LIMIT_BYTES + 10_000 }))
    expect([reply.status, reply.body.code]).toEqual([413, 'pdf_too_large'])
  })

  test("hides a user's documents from other users", async () => {
    const id = await uploadDocument(layla, pdfFile())
    expect((await omar.fetch(`/media/${id}/document`)).status).toBe(404)
    expect((await layla.fetch(`/media/${id}/video`)).status).toBe(404)
    const video = await uploadVideo(layla, videoFile())
    expect((await layla.fetch(`/media/${video}/document`)).status).toBe(404)
  })
})

describe('posts', () => {
  const create = (images: string[], platform: Platform, status = 'scheduled') =>
    layla.ask('POST /api/posts', {
      body: {
        platform,
        content: 'Frogs at dawn',
        status,
        ...(status === 'scheduled' && { scheduledAt: later(frogy).toISOString() }),
        media: { images },
      },
    })

  test('rejects a document together with a photo, a video or another document', async () => {
    const document = await uploadDocument(layla, pdfFile())
    const form = uploadForm(['a.jpg', new Uint8Array(await pictureFile())])
    const [photo] = (await layla.call('POST /api/images/upload', { form })).media.images
    const others = [photo?.id ?? '', await uploadVideo(layla, videoFile()), await uploadDocument(layla, pdfFile())]
    for (const other of others)
      for (const status of ['scheduled', 'draft'] as const) {
        const { body } = await create([document, other], 'linkedin', status)
        expect(body.issues).toMatchObject([{ path: 'media.images', code: 'media_alone' }])
      }
  })

  test('rejects a document for networks without documents, but stores it in a draft', async () => {
    const document = await uploadDocument(layla, pdfFile())
    for (const platform of PLATFORMS) {
      const { status, body } = await create([document], platform)
      const { name, document: taken } = rulesOf(platform)
      if (taken) expect({ platform, status }).toEqual({ platform, status: 201 })
      else {
        expect(body.issues).toContainEqual(expect.objectContaining({ path: 'media.images', code: 'no_documents' }))
        expect(JSON.stringify(body.issues)).toContain(`${name} doesn’t accept PDF documents.`)
      }
      expect((await create([document], platform, 'draft')).status).toBe(201)
    }
  })

  test("rejects a document that exceeds the network's number of pages", async () => {
    const document = await uploadDocument(layla, pdfFile({ pages: 301 }))
    expect((await create([document], 'linkedin')).body.issues).toMatchObject([
      { path: 'media.images', code: 'document_too_long' },
    ])
    expect((await create([document], 'telegram')).status).toBe(201)
  })
})
