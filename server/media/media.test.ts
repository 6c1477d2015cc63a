import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Image } from '#core/media/contract.ts'
import { deepTest } from '#tests/support/deep-test.ts'
import { noise, phonePhoto, pictureFile, plain, uploadForm } from '#tests/support/pictures.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

type File = Parameters<typeof uploadForm>[0]

let frogy: Frogy
let layla: Person
let omar: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person()
  omar = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const send = (who: Person, ...files: File[]) => who.ask('POST /api/images/upload', { form: uploadForm(...files) })

async function upload(who: Person, ...files: File[]): Promise<Image[]> {
  const { status, body } = await send(who, ...files)
  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
  return body.media.images
}

async function uploadOne(who: Person, name = 'a.jpg', bytes?: Uint8Array<ArrayBuffer>): Promise<Image> {
  const [image] = await upload(who, [name, bytes ?? new Uint8Array(await pictureFile())])
  if (!image) throw new Error('The upload gave no picture')
  return image
}

const listed = (who: Person, ...images: Pick<Image, 'id'>[]) =>
  who.call('GET /api/images', { query: { ids: images.map(({ id }) => id).join(',') } })

const filesOf = async ({ dataDir }: Pick<Frogy, 'dataDir'>): Promise<string[]> =>
  (await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])).flatMap((entry) =>
    entry.isFile() ? entry.name : [],
  )

const fileOf = async (who: Person, { id }: Pick<Image, 'id'>, rendition: string) => {
  const response = await who.fetch(`/media/${id}/${rendition}`)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an upload', () => {
  test('accepts four pictures of four types with any names, and returns them in order', async () => {
    const files: File[] = [
      ['photo.txt', new Uint8Array(await pictureFile('jpeg', 120, 80))],
      ['shot.jpg', new Uint8Array(await pictureFile('png', 90, 60))],
      ['page.html', new Uint8Array(await pictureFile('webp', 60, 60))],
      ['x', new Uint8Array(await pictureFile('avif', 64, 48))],
    ]
    const images = await upload(layla, ...files)
    expect(images).toEqual(
      [
        { originalName: 'photo.txt', width: 120, height: 80 },
        { originalName: 'shot.jpg', width: 90, height: 60 },
        { originalName: 'page.html', width: 60, height: 60 },
        { originalName: 'x', width: 64, height: 48 },
      ].map((image, index) => ({
        ...image,
        id: expect.any(String),
        size: files[index]?.[1].length,
        url: `/media/${images[index]?.id}/preview`,
        altText: '',
        video: null,
        document: null,
      })),
    )
    expect(await listed(layla, ...images)).toEqual(images)
    expect(await listed(layla, ...images.toReversed())).toEqual(images.toReversed())
  })

  test('keeps an Arabic file name and removes its path and invisible characters', async () => {
    expect((await uploadOne(layla, 'صورة الفريق ٢٠٢٥.jpg')).originalName).toBe('صورة الفريق ٢٠٢٥.jpg')
    expect((await uploadOne(layla, '../../etc/pass\u202Ewd.png')).originalName).toBe('passwd.png')
    expect((await uploadOne(layla, String.raw`C:\photos\a.png`)).originalName).toBe('a.png')
    expect((await uploadOne(layla, `${'ص'.repeat(300)}.png`)).originalName).toBe('ص'.repeat(255))
  })

  test('turns a picture upright and removes its location from all files', async () => {
    const source = await plain(60, 40)
      .withExif({ IFD0: { Model: 'Phone of Layla' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 57/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const image = await uploadOne(layla, 'a.jpg', new Uint8Array(source))
    expect(image).toMatchObject({ width: 40, height: 60 })
    for (const rendition of ['master', 'preview', 'linkedin', 'twitter', 'facebook', 'instagram', 'threads']) {
      const { exif, orientation } = await sharp((await fileOf(layla, image, rendition)).bytes).metadata()
      expect({ rendition, exif, orientation }).toEqual({ rendition })
    }
  })

  test('accepts a photo of 30 MB and rejects one byte more', async () => {
    const withBytes = async (size: number) => {
      const file = new Uint8Array(size)
      file.set(await pictureFile())
      return file
    }
    await uploadOne(layla, 'a.jpg', await withBytes(30 * 1024 * 1024))
    const { status, body } = await send(layla, ['a.jpg', await withBytes(30 * 1024 * 1024 + 1)])
    expect(status).toBe(413)
    expect(body).toEqual({ code: 'image_too_large', message: 'Photos can be up to 30 MB each.' })
  })

  deepTest('rejects photos of more than 32 MB in one upload', async () => {
    const photo = new Uint8Array(17 * 1024 * 1024)
    photo.set(await pictureFile())
    expect(await send(layla, ['a.jpg', photo], ['b.jpg', photo])).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    })
  })

  test('converts a HEIC photo of any name to files that networks accept', async () => {
    const image = await uploadOne(layla, 'IMG_0001.jpg', phonePhoto())
    expect(image).toMatchObject({ originalName: 'IMG_0001.jpg', width: 64, height: 48 })
    for (const rendition of ['master', 'linkedin', 'twitter', 'facebook', 'instagram', 'threads']) {
      const { headers, bytes } = await fileOf(layla, image, rendition)
      expect(headers.get('content-type')).toBe('image/jpeg')
      expect((await sharp(bytes).metadata()).format).toBe('jpeg')
    }
  })

  test('stores all pictures of an upload or none, and names the faulty file', async () => {
    const before = await filesOf(frogy)
    const good = new Uint8Array(await pictureFile())
    const cases: [name: string, bytes: Uint8Array<ArrayBuffer>, status: number, code: string][] = [
      ['قائمة.jpg', new TextEncoder().encode('no picture'), 415, 'image_type'],
      ['half.png', new Uint8Array((await noise(300, 200).png().toBuffer()).subarray(0, 9_000)), 422, 'image_damaged'],
      ['wide.png', new Uint8Array(await pictureFile('png', 10_000, 5_001)), 422, 'image_too_many_pixels'],
    ]
    for (const [name, bytes, status, code] of cases) {
      const reply = await send(layla, ['good.jpg', good], [name, bytes], ['also good.jpg', good])
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code })
      expect(reply.body.message).toContain(`\u2068${name}\u2069`)
    }
    expect(await filesOf(frogy)).toEqual(before)
  })

  test('rejects an upload of five pictures, without a picture, and without sign-in', async () => {
    const good: File = ['a.jpg', new Uint8Array(await pictureFile())]
    expect(await send(layla, good, good, good, good, good)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'images' }] },
    })
    expect((await send(layla)).status).toBe(422)
    expect((await send(frogy.visitor(), good)).status).toBe(401)
    expect((await layla.ask('POST /api/images/upload', { body: {} })).status).toBe(415)
  })

  test('accepts an upload for known platforms and rejects unknown platforms', async () => {
    const form = uploadForm(['a.jpg', new Uint8Array(await pictureFile())])
    form.append('platforms', '["linkedin","threads"]')
    expect((await layla.ask('POST /api/images/upload', { form })).status).toBe(200)
    const parts = [
      '--b\r\nContent-Disposition: form-data; name="platforms"\r\nContent-Type: application/json\r\n\r\n["twitter"]\r\n',
      '--b\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n',
      new Uint8Array(await pictureFile()),
      '\r\n--b--\r\n',
    ]
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const asJson = { method: 'POST', headers, body: await new Blob(parts).arrayBuffer() }
    expect((await layla.fetch('/api/images/upload', asJson)).status).toBe(200)
    for (const platforms of ['linkedin', '["myspace"]']) {
      const wrong = uploadForm(['a.jpg', new Uint8Array(await pictureFile())])
      wrong.append('platforms', platforms)
      expect((await layla.ask('POST /api/images/upload', { form: wrong })).status).toBe(422)
    }
  })

  deepTest('limits picture uploads to 120 an hour', async () => {
    await using limited = await startFrogy({ RATE_LIMITS: 'on' })
    const sara = await limited.person()
    const file: File = ['a.png', new TextEncoder().encode('no picture')]
    for (let count = 0; count < 120; count++) expect((await send(sara, file)).status).toBe(415)
    expect((await send(sara, file)).status).toBe(429)
    limited.clock.advance(3_600_000)
    expect((await send(sara, file)).status).toBe(415)
  })
})

describe('the file of a picture', () => {
  test('serves a picture file with its type and headers that prevent scripts', async () => {
    const png = new Uint8Array(await plain(900, 600).ensureAlpha(0.5).png().toBuffer())
    const image = await uploadOne(layla, "صورة (1)'s.html", png)
    const { status, headers, bytes } = await fileOf(layla, image, 'master')
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': `inline; filename*=UTF-8''%D8%B5%D9%88%D8%B1%D8%A9%20%281%29%27s.png`,
    })
    expect((await sharp(bytes).metadata()).format).toBe('png')
    for (const [rendition, type] of [
      ['preview', 'image/webp'],
      ['instagram', 'image/jpeg'],
      ['twitter', 'image/png'],
    ] as const)
      expect((await fileOf(layla, image, rendition)).headers.get('content-type')).toBe(type)
    expect((await fileOf(layla, image, 'preview')).bytes.subarray(8, 12).toString()).toBe('WEBP')
  })

  test('responds to HEAD for a picture with headers and no body', async () => {
    const { id } = await uploadOne(layla)
    const response = await layla.fetch(`/media/${id}/preview`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await response.text()).toBe('')
  })

  test('responds 404 for a picture file to other users, to visitors and for unknown names', async () => {
    const image = await uploadOne(layla)
    for (const who of [omar, frogy.visitor()]) {
      const { status, headers } = await fileOf(who, image, 'preview')
      expect(status).toBe(404)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    for (const name of ['original', 'toString', '..%2Fsecret', 'preview.webp', '__proto__'])
      expect((await fileOf(layla, image, name)).status).toBe(404)
    expect((await fileOf(layla, { id: 'x' }, 'preview')).status).toBe(404)
    expect((await fileOf(layla, { id: crypto.randomUUID() }, 'preview')).status).toBe(404)
  })
})

describe('a picture', () => {
  test("shows a picture's details to its owner only", async () => {
    const { id } = await uploadOne(layla)
    const params = { id }
    expect(await listed(omar, { id })).toEqual([])
    expect((await omar.ask('PATCH /api/images/{id}', { params, body: { altText: 'x' } })).status).toBe(404)
    expect((await omar.ask('DELETE /api/images/{id}', { params })).status).toBe(404)
    expect((await omar.ask('POST /api/images/{id}/alt-text', { params, body: { language: 'en' } })).status).toBe(404)
    expect(await listed(layla, { id })).toMatchObject([{ id, altText: '' }])
  })

  test('skips missing pictures in a requested list', async () => {
    const image = await uploadOne(layla)
    const ids = ['nothing', crypto.randomUUID(), image.id, '']
    expect(await layla.call('GET /api/images', { query: { ids: ids.join(',') } })).toEqual([image])
    expect((await layla.ask('GET /api/images', {})).status).toBe(422)
  })

  test('stores an alt text of at most 1,000 characters', async () => {
    const image = await uploadOne(layla)
    const say = (altText: string) =>
      layla.ask('PATCH /api/images/{id}', { params: { id: image.id }, body: { altText } })
    const altText = 'جسر أحمر فوق نهر 👩‍💻'
    expect((await say(`  ${altText}\n`)).body).toEqual({ ...image, altText })
    expect(await listed(layla, image)).toEqual([{ ...image, altText }])
    expect((await say('x'.repeat(1_001))).status).toBe(422)
    expect((await say('a\0b')).status).toBe(422)
    expect((await say('')).body.altText).toBe('')
  })

  test('deletes a picture with its files', async () => {
    const image = await uploadOne(layla)
    const isThere = async () => (await filesOf(frogy)).some((name) => name.startsWith(image.id))
    expect(await isThere()).toBe(true)
    await layla.call('DELETE /api/images/{id}', { params: { id: image.id } })
    expect(await isThere()).toBe(false)
    expect(await listed(layla, image)).toEqual([])
    expect((await fileOf(layla, image, 'preview')).status).toBe(404)
    expect((await layla.ask('DELETE /api/images/{id}', { params: { id: image.id } })).status).toBe(404)
  })
})

deepTest('stores and serves pictures in an S3 bucket as in a folder', async () => {
  const bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: join(frogy.dataDir, 's3'),
    silent: true,
    configureBuckets: [{ name: 'frogy-pictures' }],
  })
  const { port } = await bucket.run()
  onTestFinished(() => bucket.close())
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  onTestFinished(() => void vi.unstubAllEnvs())
  await using own = await startFrogy({ STORAGE_URL: `s3://frogy-pictures?endpoint=http://127.0.0.1:${port}` })
  const sara = await own.person()
  const image = await uploadOne(sara, 'a.jpg', new Uint8Array(await noise(2_000, 1_500).jpeg().toBuffer()))
  const { status, bytes } = await fileOf(sara, image, 'instagram')
  expect(status).toBe(200)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1_440, height: 1_080 })
  expect(await filesOf(own)).toEqual([])
  await sara.call('DELETE /api/images/{id}', { params: { id: image.id } })
  const objects = await readdir(join(frogy.dataDir, 's3'), { recursive: true })
  expect(objects.filter((name) => name.includes(image.id))).toEqual([])
})
