import type { OutgoingImage, OutgoingPost, Outcome, Preparation, Prepared } from './platform-client.ts'

const keyOf = (image: OutgoingImage) => `image:${image.id}`

/**
 * Makes something at the network for each picture of a post, one after the other, and leaves out those that are made
 * already.
 * @param make gives the id that the network has for it
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

/** The network's ids of a post's pictures, in the order in which they are shown. */
export function imageIds({ images }: OutgoingPost, done: Readonly<Record<string, string>>): string[] {
  return images.map((image) => done[keyOf(image)] ?? '')
}

/** What to remember so that a post's pictures are made anew. */
export function withoutImages({ images }: OutgoingPost): Prepared {
  return Object.fromEntries(images.map((image) => [keyOf(image), '']))
}
