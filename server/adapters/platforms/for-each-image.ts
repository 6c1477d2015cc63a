import type { OutgoingImage, OutgoingPost, Outcome, Preparation, Prepared } from './platform-client.ts'

const keyOf = (image: OutgoingImage) => `image:${image.id}`

/**
 * Creates an object at the network for each picture of a post, in order. Skips those that already exist.
 * @param make returns the network's id of the picture
 */
export async function forEachImage(
  { images }: OutgoingPost,
  { done, save }: Preparation,
  make: (image: OutgoingImage) => Promise<Outcome<string>>,
): Promise<Outcome<null>> {
  for (const image of images) {
    if (done[keyOf(image)]) continue
    const made = await make(image)
    if (!made.ok) return made
    await save({ [keyOf(image)]: made.value })
  }
  return { ok: true, value: null }
}

export function imageIds({ images }: OutgoingPost, done: Readonly<Record<string, string>>): string[] {
  return images.map((image) => done[keyOf(image)] ?? '')
}

/** Resets the stored ids, so that the pictures are uploaded again. */
export function withoutImages({ images }: OutgoingPost): Prepared {
  return Object.fromEntries(images.map((image) => [keyOf(image), '']))
}
