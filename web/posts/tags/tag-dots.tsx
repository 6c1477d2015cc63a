import { useFormatter } from 'use-intl'
import { TagDot, useTagsOf } from './tag-marks.tsx'

const MAX_DOTS = 3

/** The colours of a post's first tags, where there is no space for their names. A tooltip names all tags. */
export function TagDots({ tagIds }: { tagIds: readonly string[] }) {
  const tags = useTagsOf(tagIds)
  const names = useFormatter().list(tags.map(({ name }) => name))
  return (
    <span title={names} className="flex shrink-0 gap-0.5 pt-0.5">
      {tags.slice(0, MAX_DOTS).map(({ id, colour }) => (
        <TagDot key={id} colour={colour} />
      ))}
      <span className="sr-only">{names}</span>
    </span>
  )
}
