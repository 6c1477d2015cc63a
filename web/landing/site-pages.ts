/** Public pages, prerendered and independent of the app's code. */
export const SITE_PAGES = ['/', '/privacy-policy', '/terms-of-service', '/data-deletion', '/faq'] as const
export type SitePage = (typeof SITE_PAGES)[number]

export interface DrawnPage {
  html: string
  title: string
  description: string
}
