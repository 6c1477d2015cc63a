import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

interface Manifest {
  id: string
  name: string
  lang: string
  dir: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}

async function manifestOf(path: string, language: string) {
  const html = await (await frogy.visitor(language).fetch(path, { headers: { 'accept-language': language } })).text()
  const address = /<link rel="manifest" href="([^"]+)">/.exec(html)?.[1] ?? ''
  return { html, response: await frogy.visitor().fetch(address) }
}

test.each([
  ['/', 'en', 'ltr', /English/],
  ['/auth', 'ar', 'rtl', /العربية/],
])('makes the page %s installable in its language %s', async (path, language, direction, name) => {
  const { response } = await manifestOf(path, language)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const manifest = (await response.json()) as Manifest
  expect(manifest).toMatchObject({ id: '/', lang: language, dir: direction, display: 'standalone' })
  expect(manifest.name).toMatch(name)
  // Chromium and Android require these icons.
  for (const purpose of ['any', 'maskable'])
    for (const sizes of ['192x192', '512x512'])
      expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose, sizes }))
})

test('serves every icon in its stated size, and maskable icons without transparency', async () => {
  const { html, response } = await manifestOf('/', 'en')
  const { icons } = (await response.json()) as Manifest
  const pictures = icons.filter(({ type }) => type === 'image/png')
  const apple = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? ''
  for (const { src, sizes, purpose } of [...pictures, { src: apple, sizes: '180x180', purpose: 'maskable' }]) {
    const answer = await frogy.visitor().fetch(src)
    expect([src, answer.status]).toEqual([src, 200])
    const picture = sharp(await answer.bytes())
    const { width, height } = await picture.metadata()
    expect(`${width}x${height}`).toBe(sizes)
    expect({ src, isOpaque: (await picture.stats()).isOpaque }).toEqual({ src, isOpaque: purpose === 'maskable' })
  }
})

test('redirects shared content to the composer when the service worker is missing', async () => {
  const form = new FormData()
  form.set('text', 'Nine days')
  const answer = await frogy.visitor().fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/create'])
})
