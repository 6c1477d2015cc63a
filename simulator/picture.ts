import type { Platform } from './platform.ts'

/** A picture and the facts that its bytes contain. */
export interface Picture {
  type: 'image' | 'gif' | 'video' | 'document'
  contentType: string
  sizeBytes: number
  /** The width after rotation by the EXIF orientation; 0 for a video or document. */
  width: number
  height: number
  /** The number of frames of an animation, or of pages of a document. */
  frames: number
  /** The hash of the picture's bytes, under which they are stored. */
  file: string
}

/** The captions of a video, as the app sent them. */
export interface Captions {
  language: string
  text: string
}

/** A picture in a post, with its alternative text. */
export interface PostPicture extends Picture {
  altText: string | null
  /** The title of a document. */
  title?: string
  /** The cover of a video: the hash of a picture, or the time of a frame in milliseconds. */
  cover?: string | number
  captions?: Captions
}

/** A file that an app has uploaded or announced for use in posts. */
export interface Upload {
  platform: Platform
  id: string
  accountId: string
  createdAt: number
  altText: string | null
  /** The uploaded picture. Null until its bytes arrive, or if they are not a picture. */
  picture: Picture | null
  arrivedAt: number | null
  /** The secret in the upload address. Only some networks use one. */
  key?: string
  /** On X: the category that the app announced for the upload. */
  category?: string
  /** The announced size, and the parts that have arrived. */
  totalBytes?: number
  pieces?: Record<string, string>
  /** Of a video: its cover and captions. Null if the app has announced them but not sent them. */
  cover?: string | null
  captions?: Captions | null
  /** On Facebook: the id of the post that uses the photo. */
  postId?: string
}
