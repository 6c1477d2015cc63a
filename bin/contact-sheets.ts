import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'

export interface Picture {
  screen: string
  state: string
  language: string
  theme: string
  width: number
  file: string
}

/** The width of a thumbnail relative to the picture. */
const SCALE: Record<number, number> = { 390: 0.7, 1024: 0.45, 1280: 0.45 }

const STYLE = `
body { margin: 16px; font: 14px/1.4 system-ui, sans-serif; background: #777; color: #fff; width: max-content }
h2 { margin: 0 0 8px; font-size: 18px }
.row { display: flex; gap: 12px; align-items: start; margin-block-end: 12px }
figure { margin: 0; position: relative }
figcaption { font-size: 13px }
.shown { position: relative; max-height: 900px; overflow: hidden }
img { display: block }
.fold { position: absolute; inset-inline: 0; border-block-start: 1px dashed #f0f }
`

/**
 * Writes one sheet per state, `sheets/<screen>--<state>.png`, with all its pictures side by side, and an `index.html`
 * of all sheets.
 * @param fold the height in px that is visible without scrolling, drawn as a dashed line
 */
export async function makeContactSheets(page: Page, folder: string, pictures: Picture[], fold: number): Promise<void> {
  await mkdir(join(folder, 'sheets'), { recursive: true })
  // Only a file:// page may show file:// pictures.
  await page.goto(pathToFileURL(folder).href)
  const sheets = Map.groupBy(pictures, ({ screen, state }) => `${screen}--${state}`)
  for (const [name, ofState] of sheets) {
    await page.setContent(document(sheet(name, ofState, fold)))
    await page.evaluate(() => Promise.all([...globalThis.document.images].map((image) => image.decode())))
    await page.locator('section').screenshot({ path: join(folder, 'sheets', `${name}.png`) })
  }
  const all = [...sheets].map(([name, ofState]) => sheet(name, ofState, fold))
  await writeFile(join(folder, 'index.html'), document(all.join('\n')))
}

const document = (body: string): string => `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${body}`

/** Draws the contact sheet of these pictures, with one row per theme. */
function sheet(name: string, pictures: Picture[], fold: number): string {
  const rows = [...Map.groupBy(pictures, ({ theme }) => theme).values()]
  return `<section id="${name}"><h2>${name.replace('--', ': ')}</h2>${rows
    .map((row) => `<div class="row">${row.map((picture) => figure(picture, fold)).join('')}</div>`)
    .join('')}</section>`
}

function figure({ file, language, theme, width }: Picture, fold: number): string {
  const scale = SCALE[width] ?? 0.45
  return `<figure><figcaption>${language} ${theme} ${width}</figcaption><div class="shown">
<a href="${file}"><img src="${file}" width="${Math.round(width * scale)}" loading="lazy" alt=""></a>
<div class="fold" style="top: ${Math.round(fold * scale)}px"></div></div></figure>`
}
