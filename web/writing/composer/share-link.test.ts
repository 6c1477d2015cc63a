import { expect, test } from 'vitest'
import { sharedText, shareLink } from './share-link.ts'

test('shares the text of a post with its hashtags and videos', () => {
  expect(sharedText({ content: 'Hello', hashtags: ['#One'], videoUrls: ['https://youtu.be/x'] })).toBe(
    'Hello\n\n#One\n\n🎥 https://youtu.be/x',
  )
})

test('opens the app of WhatsApp or Telegram on a phone, and the web page on a desktop', () => {
  expect(shareLink('whatsapp', 'a #b', 'Mozilla/5.0 (iPhone)')).toBe('whatsapp://send?text=a%20%23b')
  expect(shareLink('whatsapp', 'a #b', 'Mozilla/5.0 (X11; Linux)')).toBe('https://wa.me/?text=a%20%23b')
  expect(shareLink('telegram', 'أ\nب', 'Mozilla/5.0 (X11; Linux)')).toBe('https://t.me/share/url?url=%D8%A3%0A%D8%A8')
})
