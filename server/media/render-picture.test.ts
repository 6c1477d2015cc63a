import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { maxBytesFor, type SentType } from '#core/media/renditions.ts'
import { isPlatform, PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { noise, phonePhoto, pictureFile, plain } from '#tests/support/pictures.ts'
import { renderCardPicture, renderPicture, type RenderedFile, type RenderedPicture } from './render-picture.ts'

const TAKEN = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const

async function render(bytes: Uint8Array | Sharp): Promise<RenderedPicture> {
  return await renderPicture(bytes instanceof Uint8Array ? bytes : await bytes.toBuffer())
}

async function refusal(bytes: Uint8Array): Promise<ErrorCode | 'none'> {
  try {
    await renderPicture(bytes)
    return 'none'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

function named(picture: RenderedPicture, name: RenderedFile['name']): RenderedFile {
  const found = picture.renditions.find((rendition) => rendition.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
const sentTo = (picture: RenderedPicture, platform: Platform) => named(picture, picture.platforms[platform])

/** The colour of a pixel as channel values; the last one is alpha if the picture has it. */
async function colourAt({ bytes }: RenderedFile, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

/** Expects two colours to look the same. Lossy formats and colour spaces shift each channel a little. */
function expectColour(found: number[], expected: number[], within = 6): void {
  const distance = Math.max(...expected.map((channel, index) => Math.abs(channel - (found[index] ?? -255))))
  expect(distance, `${found.join()} should be ${expected.join()}`).toBeLessThanOrEqual(within)
}

const RED = [0xc0, 0x30, 0x20]

describe('accepted files', () => {
  test.each(TAKEN)('accepts a picture in the format %s and reports its size in pixels', async (format) => {
    const picture = await render(await pictureFile(format, 120, 80))
    expect(picture).toMatchObject({ type: `image/${format}`, width: 120, height: 80 })
    expectColour(await colourAt(named(picture, 'master'), 60, 40), RED)
    expectColour(await colourAt(named(picture, 'preview'), 60, 40), RED)
  })

  test('keeps only the first frame of an animation', async () => {
    const frames = await Promise.all(['#c03020', '#0000ff'].map((colour) => plain(30, 20, colour).png().toBuffer()))
    const webp = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(webp).metadata()).pages).toBe(2)
    const picture = await render(webp)
    expect(picture).toMatchObject({ width: 30, height: 20 })
    expectColour(await colourAt(named(picture, 'master'), 15, 10), RED)
  })

  test.each([
    ['four printing inks', plain(60, 40).toColourspace('cmyk').jpeg({ quality: 100 }), 30],
    ['16 bits a channel', plain(60, 40).toColourspace('rgb16').png(), 1],
    ['a palette', plain(60, 40).png({ palette: true }), 6],
    ['the wider colours of a phone', plain(60, 40).withIccProfile('p3').jpeg({ quality: 100 }), 6],
  ] as [string, Sharp, number][])(
    'converts a picture in %s to the same colour in sRGB',
    async (_what, source, within) => {
      const picture = await render(source)
      for (const rendition of picture.renditions) {
        const { space, depth, channels, icc } = await sharp(rendition.bytes).metadata()
        expect({ space, depth, channels, icc }).toEqual({ space: 'srgb', depth: 'uchar', channels: 3, icc: undefined })
      }
      expectColour(await colourAt(named(picture, 'master'), 30, 20), RED, within)
    },
  )

  test('accepts grey pictures with or without transparency', async () => {
    const grey = plain(60, 40, '#808080').toColourspace('b-w')
    expect(await colourAt(named(await render(grey.clone().png()), 'master'), 5, 5)).toEqual([128, 128, 128])
    const thin = await render(grey.clone().ensureAlpha(0.2).png())
    expect(await colourAt(named(thin, 'master'), 5, 5)).toEqual([128, 128, 128, 51])
  })

  test('accepts a picture that is one pixel wide', async () => {
    const picture = await render(await pictureFile('png', 1, 20_000))
    expect(picture).toMatchObject({ width: 1, height: 20_000 })
    expect(named(picture, 'master')).toMatchObject({ width: 1, height: 4_096 })
  })
})

describe('damaged, oversized and unsupported files', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

  test.each([
    ['SVG', () => Buffer.from(SVG)],
    ['SVG behind an XML declaration', () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`)],
    ['BMP', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['a film', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42'.padEnd(64, '\0'), 'latin1')],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a page', () => Buffer.from('<!doctype html><title>x</title>')],
    ['nothing', () => Buffer.alloc(0)],
    ['a picture with an archive behind it', async () => joined(await pictureFile(), zipSync({ 'a.js': strToU8('x') }))],
    ['a PDF inside a picture', async () => withJpegComment(await pictureFile(), '%PDF-1.7\n1 0 obj\n')],
  ] as [string, () => Buffer | Promise<Buffer>][])(
    'rejects an upload that is not a supported picture: %s',
    async (_what, make) => {
      expect(await refusal(await make())).toBe('image_type')
    },
  )

  test.each(TAKEN.filter((format) => format !== 'tiff'))(
    'rejects a truncated picture in the format %s as damaged',
    async (format) => {
      const whole = await noise(300, 200).toFormat(format).toBuffer()
      for (const share of [0.3, 0.95])
        expect(await refusal(whole.subarray(0, Math.floor(whole.length * share)))).toBe('image_damaged')
    },
  )

  test.each([false, true])('accepts a JPEG that lacks only its end mark (progressive: %s)', async (progressive) => {
    const whole = await noise(300, 200).jpeg({ progressive }).toBuffer()
    const open = whole.subarray(0, -2)
    const files = [open, whole.subarray(0, -1), joined(open, Buffer.alloc(4_096)), joined(whole, Buffer.alloc(99, 7))]
    const right = await sharp(whole).raw().toBuffer()
    for (const file of files) {
      const master = named(await render(file), 'master')
      expect(master).toMatchObject({ width: 300, height: 200 })
      const pixels = await sharp(master.bytes).raw().toBuffer()
      expect(Math.abs(mean(pixels) - mean(right))).toBeLessThan(1)
    }
  })

  test('rejects a JPEG that lacks more than its end mark', async () => {
    const baseline = await noise(300, 200).jpeg().toBuffer()
    for (const missing of [40, 400, 4_000]) {
      const cut = baseline.subarray(0, -missing)
      expect(await refusal(cut)).toBe('image_damaged')
      expect(await refusal(joined(cut, Buffer.alloc(64)))).toBe('image_damaged')
    }
    const progressive = await noise(300, 200).jpeg({ progressive: true }).toBuffer()
    const lastScan = progressive.lastIndexOf(Buffer.from([0xff, 0xda]))
    // A progressive JPEG without its last scan seems complete, but lacks detail.
    expect(await refusal(progressive.subarray(0, lastScan))).toBe('image_damaged')
    expect(await refusal(progressive.subarray(0, lastScan + 40))).toBe('image_damaged')
  })

  test('accepts a WebP without its last padding byte', async () => {
    const picture = await noise(60, 50).webp().toBuffer()
    const chunk = Buffer.from('NOTE\x03\0\0\0abc\0', 'latin1')
    const whole = joined(picture, chunk)
    whole.writeUInt32LE(whole.length - 8, 4)
    expect(await refusal(whole)).toBe('none')
    expect(await refusal(whole.subarray(0, -1))).toBe('none')
    expect(await refusal(whole.subarray(0, -3))).toBe('image_damaged')
  })

  test('accepts a PNG that lacks its end chunk, or that has bytes after its end chunk', async () => {
    const whole = await noise(300, 200).png().toBuffer()
    for (const file of [whole.subarray(0, -12), whole.subarray(0, -5), joined(whole, Buffer.from('more'))])
      expect(await refusal(file)).toBe('none')
  })

  test('rejects a TIFF without its directory, which is at its end', async () => {
    const whole = await noise(300, 200).tiff().toBuffer()
    for (const share of [0.3, 0.95])
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * share)))).toBe('image_type')
  })

  test('rejects a picture with overwritten bytes as damaged', async () => {
    const png = await noise(300, 200).png().toBuffer()
    png.fill(0x55, 50_000, 50_500)
    expect(await refusal(png)).toBe('image_damaged')
  })

  test('rejects a small file that claims 900 million pixels without decoding it', async () => {
    const bomb = blackPng(30_000, 30_000)
    expect(bomb.length).toBeLessThan(120_000)
    expect(await refusal(bomb)).toBe('image_too_many_pixels')
    expect(await refusal(blackPng(30, 30))).toBe('none')
  })

  test('accepts a picture of 50 million pixels and rejects one row more', async () => {
    const picture = await render(await pictureFile('png', 10_000, 5_000))
    expect(picture).toMatchObject({ width: 10_000, height: 5_000 })
    expect(named(picture, 'master')).toMatchObject({ width: 4_096, height: 2_048 })
    expect(await refusal(await pictureFile('png', 10_000, 5_001))).toBe('image_too_many_pixels')
  })
})

describe('HEIC', () => {
  const patched = (change: (file: Buffer) => void): Buffer => {
    const file = Buffer.from(phonePhoto())
    change(file)
    return file
  }
  /** Overwrites the size in each `ispe` property (ISO/IEC 23008-12, 6.5.3). */
  const claiming = (width: number, height: number) =>
    patched((file) => {
      for (let at = file.indexOf('ispe'); at >= 0; at = file.indexOf('ispe', at + 1)) {
        file.writeUInt32BE(width, at + 8)
        file.writeUInt32BE(height, at + 12)
      }
    })

  test('turns a HEIC photo upright, converts its colours to sRGB and removes its metadata', async () => {
    expect(Buffer.from(phonePhoto()).includes('Layla')).toBe(true)
    const picture = await render(phonePhoto())
    expect(picture).toMatchObject({ type: 'image/heic', width: 64, height: 48 })
    for (const rendition of picture.renditions) {
      const { space, exif, icc, orientation } = await sharp(rendition.bytes).metadata()
      expect({ space, exif, icc, orientation }).toEqual({ space: 'srgb' })
      expect(Buffer.from(rendition.bytes).includes('Layla')).toBe(false)
    }
    const master = named(picture, 'master')
    expectColour(await colourAt(master, 10, 8), [255, 0, 0])
    expectColour(await colourAt(master, 50, 8), [0, 255, 0])
    expectColour(await colourAt(master, 10, 36), [0, 0, 255])
    expectColour(await colourAt(master, 50, 36), [255, 255, 255])
  })

  test.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])('recognizes a HEIC photo with the brand %s', async (brand) => {
    expect(await refusal(patched((file) => file.write(brand, 8, 'latin1')))).toBe('none')
  })

  test('accepts an AVIF picture with a general HEIF brand', async () => {
    const avif = await pictureFile('avif')
    avif.write('mif1', 8, 'latin1')
    const picture = await render(avif)
    expect(picture.width).toBe(60)
    expectColour(await colourAt(named(picture, 'master'), 30, 20), RED)
  })

  test('keeps the transparency of a HEIC picture', async () => {
    const file = readFileSync(join(import.meta.dirname, '..', '..', 'tests', 'corpus', 'pictures', 'transparent.heic'))
    const master = named(await render(file), 'master')
    expect(master.type).toBe('image/png')
    expectColour(await colourAt(master, 30, 20), [...RED, 51])
  })

  test('rejects a HEIC photo that claims too many pixels, without decoding it', async () => {
    for (const [width, height] of [
      [8_000, 6_251],
      [20_000, 20_000],
    ] as const)
      expect(await refusal(claiming(width, height))).toBe('image_too_many_pixels')
  })

  test('rejects a HEIC photo that is truncated or has another size than it claims', async () => {
    const whole = phonePhoto()
    for (const share of [0.02, 0.3, 0.6, 0.95])
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * share)))).toBe('image_damaged')
    for (const side of [6_000, 4_000_000_000]) expect(await refusal(claiming(side, side))).toBe('image_damaged')
    // Expect that a failure does not affect the next picture.
    expect(await refusal(whole)).toBe('none')
  })
})

describe('metadata', () => {
  const SECRET = 'Layla Haddad, Rainbow Street 12'

  async function expectNothingElse(picture: RenderedPicture): Promise<void> {
    for (const { name, bytes } of picture.renditions) {
      const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata()
      const left = { exif, xmp, iptc, icc, orientation, comments }
      expect({ name, ...left }).toEqual({ name })
      expect(Buffer.from(bytes).includes('Layla')).toBe(false)
      expect(Buffer.from(bytes).includes('<script')).toBe(false)
    }
  }

  // Leave out GIF files, which cannot contain this metadata.
  test.each(TAKEN.filter((format) => format !== 'gif'))(
    'removes location, device, author and colour profile from a picture in the format %s',
    async (format) => {
      const source = await plain(60, 40)
        .withExif({
          IFD0: { Artist: SECRET, Model: 'Phone', Copyright: SECRET },
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '31/1 57/1 0/1',
            GPSLongitudeRef: 'E',
            GPSLongitude: '35/1 56/1 0/1',
          },
        })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${SECRET}</note></x:xmpmeta>`)
        .withIccProfile('p3')
        .toFormat(format)
        .toBuffer()
      expect(source.includes('Layla')).toBe(true)
      await expectNothingElse(await render(source))
    },
  )

  test('removes comments and appended bytes from a picture', async () => {
    const source = joined(withJpegComment(await pictureFile(), SECRET), Buffer.from('<script>alert(1)</script>'))
    expect(source.includes('Layla') && source.includes('<script')).toBe(true)
    await expectNothingElse(await render(source))
  })
})

describe('orientation', () => {
  /** For each EXIF orientation, the steps that turn an upright picture into the stored one (EXIF 2.32, tag 274). */
  const STORED: [orientation: number, steps: ((image: Sharp) => Sharp)[]][] = [
    [1, []],
    [2, [(image) => image.flop()]],
    [3, [(image) => image.rotate(180)]],
    [4, [(image) => image.flip()]],
    [5, [(image) => image.rotate(90), (image) => image.flop()]],
    [6, [(image) => image.rotate(270)]],
    [7, [(image) => image.rotate(90), (image) => image.flip()]],
    [8, [(image) => image.rotate(90)]],
  ]

  test.each(STORED)('turns a picture with EXIF orientation %i upright', async (orientation, steps) => {
    const corner = async (colour: string) => await plain(30, 20, colour).png().toBuffer()
    let upright = await plain(60, 40, '#ffffff')
      .composite([
        { input: await corner('#ff0000'), left: 0, top: 0 },
        { input: await corner('#00ff00'), left: 30, top: 0 },
        { input: await corner('#0000ff'), left: 0, top: 20 },
      ])
      .png()
      .toBuffer()
    for (const step of steps) upright = await step(sharp(upright)).png().toBuffer()
    const picture = await render(sharp(upright).withMetadata({ orientation }).jpeg({ quality: 100 }))
    expect(picture).toMatchObject({ width: 60, height: 40 })
    for (const rendition of picture.renditions) {
      expect(rendition).toMatchObject({ width: 60, height: 40 })
      expectColour(await colourAt(rendition, 10, 8), [255, 0, 0], 16)
      expectColour(await colourAt(rendition, 50, 8), [0, 255, 0], 16)
      expectColour(await colourAt(rendition, 10, 32), [0, 0, 255], 16)
      expectColour(await colourAt(rendition, 50, 32), [255, 255, 255], 16)
    }
  })
})

describe('renditions', () => {
  test('makes one file for all networks, and a preview, if all networks accept the same file', async () => {
    const picture = await render(await pictureFile('jpeg', 1_200, 900))
    expect(picture.renditions).toMatchObject([
      { name: 'master', type: 'image/jpeg', width: 1_200, height: 900 },
      { name: 'preview', type: 'image/webp', width: 640, height: 480 },
    ])
    expect(new Set(Object.values(picture.platforms))).toEqual(new Set(['master']))
  })

  test('makes one file of a large photo for networks with equal limits', async () => {
    const picture = await render(await pictureFile('jpeg', 6_000, 4_000))
    expect(picture.platforms).toMatchObject({
      linkedin: 'master',
      twitter: 'master',
      facebook: 'master',
      instagram: 'instagram',
      threads: 'instagram',
    })
    expect(picture.renditions.filter(({ name }) => !isPlatform(name) || name === 'instagram')).toMatchObject([
      { name: 'master', width: 4_096, height: 2_731 },
      { name: 'preview', width: 640, height: 427 },
      { name: 'instagram', type: 'image/jpeg', width: 1_440, height: 960 },
    ])
    expect(picture.renditions.some(({ name }) => name === 'threads' || name === 'twitter')).toBe(false)
  })

  test('adds white margins to a tall picture on Instagram and crops nothing', async () => {
    const picture = await render(await pictureFile('jpeg', 300, 900))
    const { width, height, ...file } = sentTo(picture, 'instagram')
    expect([width, height]).toEqual([720, 900])
    const rendition = { width, height, ...file }
    expectColour(await colourAt(rendition, 100, 450), [255, 255, 255])
    expectColour(await colourAt(rendition, 360, 5), RED)
    expectColour(await colourAt(rendition, 360, 895), RED)
    expect(sentTo(picture, 'threads')).toMatchObject({ name: 'master', width: 300, height: 900 })
  })

  test('keeps transparency for networks that accept it, and uses a white background for others', async () => {
    for (const format of ['png', 'webp', 'avif'] as const) {
      const source = plain(60, 40).ensureAlpha(0).toFormat(format)
      const picture = await render(source)
      for (const platform of ['linkedin', 'twitter', 'facebook', 'threads'] as const)
        expect(sentTo(picture, platform)).toMatchObject({ name: 'master', type: 'image/png' })
      expect((await colourAt(named(picture, 'master'), 30, 20))[3]).toBe(0)
      expect((await colourAt(named(picture, 'preview'), 30, 20))[3]).toBe(0)
      expect(sentTo(picture, 'instagram').type).toBe('image/jpeg')
      expectColour(await colourAt(sentTo(picture, 'instagram'), 30, 20), [255, 255, 255])
    }
  })

  test('ignores the alpha channel of an opaque picture', async () => {
    const opaque = plain(60, 40).ensureAlpha(1)
    expect(named(await render(opaque.clone().webp()), 'master').type).toBe('image/jpeg')
    const { bytes, type } = named(await render(opaque.clone().png()), 'master')
    expect(type).toBe('image/png')
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(false)
  })

  test("keeps every network's picture file within the network's limits", async () => {
    const sources = [
      noise(1_250, 1_250).png(),
      noise(3_000, 2_000).jpeg({ quality: 80 }),
      noise(1_250, 1_250).ensureAlpha(0.5).png(),
    ]
    for (const source of sources) {
      const bytes = await source.toBuffer()
      expect(bytes.length).toBeGreaterThan(2_500_000)
      const picture = await render(bytes)
      for (const platform of PLATFORMS) {
        const { type, sizeBytes, bytes: sent } = sentTo(picture, platform)
        expect(sent.length).toBe(sizeBytes)
        expect(sizeBytes).toBeLessThanOrEqual(maxBytesFor(platform, type as SentType))
      }
    }
  })
})

test('stores a large photo as a file of at most 5 MB', async () => {
  const sources = [noise(3_000, 2_000).png(), noise(1_600, 1_200).ensureAlpha(0.5).png()]
  for (const source of sources) {
    const bytes = await source.toBuffer()
    expect(bytes.length).toBeGreaterThan(5_242_880)
    expect(named(await render(bytes), 'master').sizeBytes).toBeLessThanOrEqual(5_242_880)
  }
})

test('stores a large photo at its full size as JPEG', async () => {
  expect(named(await render(noise(3_000, 2_000).png()), 'master')).toMatchObject({
    type: 'image/jpeg',
    width: 3_000,
    height: 2_000,
  })
})

describe('the picture of a link', () => {
  test('converts a link picture to a small JPEG of the same ratio', async () => {
    for (const [width, height] of [
      [2_400, 1_260],
      [1_200, 1_200],
      [300, 3_000],
    ] as const) {
      const bytes = await renderCardPicture(await noise(width, height).png().toBuffer())
      const made = await sharp(bytes).metadata()
      expect(made).toMatchObject({ format: 'jpeg', hasAlpha: false })
      expect(made.width * made.height).toBeLessThanOrEqual(1_200 * 630)
      expect(made.width / made.height).toBeCloseTo(width / height, 1)
      expect(bytes.length).toBeLessThanOrEqual(300_000)
    }
  })

  test('does not enlarge a link picture, and rejects icons', async () => {
    expect(await sharp(await renderCardPicture(await pictureFile('webp', 400, 210))).metadata()).toMatchObject({
      width: 400,
      height: 210,
    })
    await expect(renderCardPicture(await pictureFile('png', 199, 600))).rejects.toMatchObject({ code: 'image_type' })
    await expect(renderCardPicture(blackPng(30_000, 30_000))).rejects.toMatchObject({ code: 'image_too_many_pixels' })
  })
})

const mean = (pixels: Uint8Array): number => pixels.reduce((sum, value) => sum + value, 0) / pixels.length

const joined = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts)

/** A PNG with one bit per pixel, all of them black. */
function blackPng(width: number, height: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  const chunk = (name: string, content: Uint8Array): Buffer => {
    const body = joined(Buffer.from(name), content)
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    check.writeUInt32BE(crc32(body))
    return joined(length, body, check)
  }
  return joined(
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', joined(size, Buffer.from([1, 0, 0, 0, 0]))),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  )
}

/** Inserts a comment (segment FFFE) after the first two bytes of a JPEG. */
function withJpegComment(jpeg: Buffer, text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return joined(jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(text), jpeg.subarray(2))
}
