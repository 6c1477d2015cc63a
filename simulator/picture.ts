import type { Platform } from './platform.ts'

/** A picture as detected in its bytes. */
export interface Picture {
  type: 'image' | 'gif' | 'video'
  contentType: string
  sizeBytes: number
  /** Upright; 0 for a video. */
  width: number
  height: number
  frames: number
  /** The hash of its bytes. */
  file: string
}

/** A picture in a post. */
export interface PostPicture extends Picture {
  altText: string | null
}

/** A file that is uploaded or announced, for use in posts. */
export interface Upload {
  platform: Platform
  id: string
  accountId: string
  createdAt: number
  altText: string | null
  /** null until the bytes arrive, or if they are not a picture. */
  picture: Picture | null
  /** When the bytes arrived. */
  arrivedAt: number | null
  /** The key in the upload address. */
  key?: string
  /** X: the announced category and size, and the chunks so far. */
  category?: string
  totalBytes?: number
  pieces?: Record<string, string>
  /** Facebook: the post that uses it. */
  postId?: string
}
