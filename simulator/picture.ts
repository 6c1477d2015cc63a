import type { Platform } from './platform.ts'

/** A picture as its bytes tell it, whatever its sender called it. */
export interface Picture {
  type: 'image' | 'gif' | 'video'
  contentType: string
  sizeBytes: number
  /** As it is seen, that is with its orientation applied; 0 for a video. */
  width: number
  height: number
  frames: number
  /** The name of its bytes. */
  file: string
}

/** A picture in a post. */
export interface Shown extends Picture {
  altText: string | null
}

/** Something uploaded, or about to be, that posts can name. */
export interface Upload {
  platform: Platform
  id: string
  accountId: string
  createdAt: number
  altText: string | null
  /** null until the bytes are there, or when they are no picture. */
  picture: Picture | null
  /** When the bytes were there. */
  arrivedAt: number | null
  /** Where the network takes the bytes. */
  key?: string
  /** X: what was announced, and the pieces so far. */
  category?: string
  totalBytes?: number
  pieces?: Record<string, string>
  /** Facebook: the post that it went into. */
  postId?: string
}
