import { useFormatter } from 'use-intl'
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

const MAX_SHOWN = 2

export const TagDot = ({ colour, size = 'size-2.5' }: { colour: TagColour; size?: 'size-2.5' | 'size-5' }) => (
  <span aria-hidden="true" className={`inline-block ${size} shrink-0 rounded-full ${DOTS[colour]}`} />
)

/** The names of a post's first tags. Further tags are counted. */
export function TagMarks({ tagIds = [] }: { tagIds: readonly string[] | undefined }) {
  const format = useFormatter()
  const tags = useTagsOf(tagIds)
  const others = tags.slice(MAX_SHOWN)
  if (tags.length === 0) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3 text-13 text-ink-soft">
      {tags.slice(0, MAX_SHOWN).map(({ id, name, colour }) => (
        <li key={id} className="flex max-w-full min-w-0 items-center gap-1.5">
          <TagDot colour={colour} />
          <bdi className="min-w-0 truncate">{name}</bdi>
        </li>
      ))}
      {others.length > 0 && (
        <li className="shrink-0 tabular-nums">
          <bdi aria-hidden="true">+{format.number(others.length)}</bdi>
          <span className="sr-only">{format.list(others.map(({ name }) => name))}</span>
        </li>
      )}
    </ul>
  )
}

export function useTagsOf(tagIds: readonly string[]) {
  const { data = [] } = useTags(tagIds.length > 0)
  return data.filter(({ id }) => tagIds.includes(id))
}
