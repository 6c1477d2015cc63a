import type { TagColour } from '#core/posts/tags.ts'
import { useTags } from './use-tags.ts'

const DOTS: Record<TagColour, string> = {
  green: 'bg-[#2f9e6e]',
  blue: 'bg-[#3b7dd8]',
  violet: 'bg-[#8b62d6]',
  pink: 'bg-[#d1569a]',
  orange: 'bg-[#dd7f2c]',
  grey: 'bg-[#858d84]',
}

export const TagDot = ({ colour }: { colour: TagColour }) => (
  <span aria-hidden="true" className={`inline-block size-2.5 shrink-0 rounded-full ${DOTS[colour]}`} />
)

/** The names of a post's tags. */
export function TagMarks({ tagIds = [] }: { tagIds: readonly string[] | undefined }) {
  const tags = useTagsOf(tagIds)
  if (tags.length === 0) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3 text-13 text-ink-soft">
      {tags.map(({ id, name, colour }) => (
        <li key={id} className="flex max-w-full items-center gap-1.5">
          <TagDot colour={colour} />
          <bdi className="min-w-0 truncate">{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

export function useTagsOf(tagIds: readonly string[]) {
  const { data = [] } = useTags(tagIds.length > 0)
  return data.filter(({ id }) => tagIds.includes(id))
}
