import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DIRECTION, LANGUAGES, type Language } from '#core/language.ts'
import type install from '#core/messages/en/install.json'
import { TAKEN_TYPES } from '#core/media/limits.ts'

/** The background of icons, as `--paper` in web/app/tokens.css. */
const PAPER = '#F6F6F0'

/**
 * Each icon: its side in px, the frog's share of its width, and its background. Systems may cut a maskable icon to any
 * shape that keeps a central circle of 80 % of its side.
 */
const ICONS = [
  { name: 'icon-192', size: 192, head: 0.9, ground: undefined },
  { name: 'icon-512', size: 512, head: 0.9, ground: undefined },
  { name: 'maskable-192', size: 192, head: 0.6, ground: PAPER },
  { name: 'maskable-512', size: 512, head: 0.6, ground: PAPER },
  // Square and without transparency, because iOS rounds the corners and shows black for transparency.
  { name: 'apple-touch', size: 180, head: 0.72, ground: PAPER },
] as const

/** Writes the web app manifest in each language, and its icons. */
export async function installFiles(root: string, folder: string): Promise<void> {
  await mkdir(join(folder, 'icons'), { recursive: true })
  const head = await readFile(join(root, 'web', 'public', 'icon.svg'), 'utf8')
  await Promise.all([
    ...ICONS.map(async (icon) => writeFile(join(folder, 'icons', `${icon.name}.png`), await drawn(head, icon))),
    ...LANGUAGES.map(async (language) => {
      const texts = await readFile(join(root, 'core', 'messages', language, 'install.json'), 'utf8')
      const { manifest } = JSON.parse(texts) as typeof install
      await writeFile(join(folder, `manifest-${language}.webmanifest`), JSON.stringify(manifestOf(language, manifest)))
    }),
  ])
}

async function drawn(head: string, { size, head: share, ground }: (typeof ICONS)[number]): Promise<Buffer> {
  const side = size * share
  const edge = (size - side) / 2
  // Nest the drawing of the frog's head as a smaller square in the centre of the icon.
  const placed = head.replace('<svg ', `<svg x="${edge}" y="${edge}" width="${side}" height="${side}" `)
  const under = ground ? `<rect width="100%" height="100%" fill="${ground}"/>` : ''
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${under}${placed}</svg>`
  const picture = sharp(Buffer.from(icon))
  if (ground) picture.flatten({ background: ground })
  return await picture.png({ compressionLevel: 9, palette: true }).toBuffer()
}

const iconEntries = ICONS.filter(({ name }) => name !== 'apple-touch').map(({ name, size, ground }) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose: ground ? 'maskable' : 'any',
}))

function manifestOf(language: Language, texts: typeof install.manifest): object {
  return {
    // Use the same id in all languages, because a browser treats a different id as a different app.
    id: '/',
    name: texts.name,
    short_name: 'Frogy',
    description: texts.description,
    lang: language,
    dir: DIRECTION[language],
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['business', 'productivity', 'social'],
    icons: [...iconEntries, { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    // The service worker handles this request (web/worker), so the shared data never reaches the server.
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'pictures', accept: TAKEN_TYPES }] },
    },
    shortcuts: [{ name: texts.create, url: '/create', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] }],
  }
}
