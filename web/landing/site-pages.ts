/** Paths of the public pages. The build prerenders them, and they do not load the app's code. */
export const SITE_PAGES = ['/', '/privacy-policy', '/terms-of-service', '/data-deletion', '/faq'] as const
export type SitePage = (typeof SITE_PAGES)[number]

export interface DrawnPage {
  html: string
  title: string
  description: string
}
