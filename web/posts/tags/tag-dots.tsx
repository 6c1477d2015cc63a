import { TagDot, useTagsOf } from './tag-marks.tsx'

const MAX_DOTS = 3

/** The colours of a post's first tags, where there is no space for their names. */
export function TagDots({ tagIds }: { tagIds: readonly string[] }) {
  return useTagsOf(tagIds)
    .slice(0, MAX_DOTS)
    .map(({ id, colour }) => <TagDot key={id} colour={colour} />)
}
