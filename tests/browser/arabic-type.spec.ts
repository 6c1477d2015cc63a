import { expect, LOCALES, test } from './browser-test.ts'

// Measures what fonts draw. Quotation marks must not overlap Arabic letters, and a zero must not look like a dot.

const QUOTED = ['لا', 'ألم', 'مأ', 'أ', 'قلم', 'Frogy لا']
const WEIGHTS = [400, 600]

for (const [name, lang, dir] of [
  ['an Arabic page', 'ar', 'rtl'],
  ['an Arabic post in an English page', 'en', 'ltr'],
] as const)
  test.describe(name, () => {
    test.use({ locale: LOCALES[lang] })

    test(`separates quotation marks from Arabic letters, and draws a readable zero, in ${name}`, async ({
      page,
      site,
    }) => {
      await page.goto(`${site.url}/auth`)
      await expect(page.locator('html')).toHaveAttribute('dir', dir)
      const measured = await page.evaluate(
        async ({ quoted, weights }) => {
          const post = document.createElement('p')
          post.dir = 'rtl'
          for (const weight of weights) {
            const sample = document.createElement('span')
            sample.style.fontWeight = String(weight)
            sample.textContent = `«»‹›٠٢ Frogy ${quoted.join('')}`
            post.append(sample)
          }
          document.body.append(post)
          // Force a layout, because the browser requests the fonts only then.
          post.getBoundingClientRect()
          await document.fonts.ready
          const family = getComputedStyle(post).fontFamily
          const size = 200
          const [width, height] = [3_000, 500]
          const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
          const ink = (font: string, text: string) => {
            canvas.clearRect(0, 0, width, height)
            canvas.font = font
            canvas.direction = 'rtl'
            canvas.textAlign = 'right'
            canvas.fillText(text, width - 200, 300)
            const { data } = canvas.getImageData(0, 0, width, height)
            let sum = 0
            for (let at = 3; at < data.length; at += 4) sum += data[at] ?? 0
            return sum
          }
          const results = []
          for (const weight of weights) {
            const font = `${weight} ${size}px ${family}`
            for (const word of quoted)
              for (const [open, close] of [
                ['«', '»'],
                ['‹', '›'],
              ] as const) {
                const apart = ink(font, `${open} ${word} ${close}`)
                results.push({
                  what: `${open}${word}${close} ${weight}`,
                  lost: 1 - ink(font, open + word + close) / apart,
                })
              }
            canvas.font = font
            const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = canvas.measureText('٠')
            results.push({ what: `٠ ${weight}`, height: (above + below) / size })
          }
          return results
        },
        { quoted: QUOTED, weights: WEIGHTS },
      )
      // Overlapping letters share pixels, so less ink is visible. Antialiasing alone loses less than this.
      for (const { what, lost = 0 } of measured) expect(lost, what).toBeLessThan(0.003)
      for (const { what, height = 1 } of measured) expect(height, what).toBeGreaterThanOrEqual(0.2)
    })
  })
