import { publishedText } from '#core/posts/published-text.ts'

export type ShareApp = 'whatsapp' | 'telegram'
type Shared = { content: string; hashtags: readonly string[]; videoUrls?: readonly string[] }

export function sharedText({ content, hashtags, videoUrls = [] }: Shared): string {
  return [publishedText({ content, hashtags }), ...videoUrls.map((url) => `🎥 ${url}`)].join('\n\n')
}

/** The app's own address on a phone, the web's elsewhere. */
export function shareLink(app: ShareApp, text: string, userAgent: string): string {
  const encoded = encodeURIComponent(text)
  const isPhone = /android|iphone|ipad|ipod|mobile/i.test(userAgent)
  if (app === 'whatsapp') return isPhone ? `whatsapp://send?text=${encoded}` : `https://wa.me/?text=${encoded}`
  // Telegram wants a link first; a post without one is passed as if it were that link.
  return isPhone ? `tg://msg?text=${encoded}` : `https://t.me/share/url?url=${encoded}`
}
