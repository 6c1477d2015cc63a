import type { Platform } from '#core/platforms/platform.ts'
import type { Written } from '../grounding/find-claims.ts'

/** The draft from which a picture with a number or a quotation can be made. */
export interface CardMaterial {
  content: string
  writtenFrom: Written | null | undefined
  /** The name of the account that posts the draft. */
  author: string
  platform: Platform
}
