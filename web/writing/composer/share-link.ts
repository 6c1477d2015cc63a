import { publishedText } from '#core/posts/published-text.ts'

export type ShareApp = 'whatsapp' | 'telegram'
type Shared = { content: string; hashtags: readonly string[]; videoUrls?: readonly string[] }

export function sharedText({ content, hashtags, videoUrls = [] }: Shared): string {
  return [publishedText({ content, hashtags }), ...videoUrls.map((url) => `🎥 ${url}`)].join('\n\n')
}

export function shareLink(app: ShareApp, text: string, userAgent: string): string {
  const encoded = encodeURIComponent(text)
  const isPhone = /android|iphone|ipad|ipod|mobile/i.test(userAgent)
  if (app === 'whatsapp') return isPhone ? `whatsapp://send?text=${encoded}` : `https://wa.me/?text=${encoded}`
  // Telegram's web page requires `url`, so pass the text there.
  return isPhone ? `tg://msg?text=${encoded}` : `https://t.me/share/url?url=${encoded}`
}
