import { useTranslations } from 'use-intl'
import { useTags } from '../../posts/tags/use-tags.ts'
import { Select } from '../../ui/select.tsx'

interface DraftTagFilterProps {
  /** The id of the chosen tag; empty for all drafts. */
  tag: string
  /** The ids of the tags that drafts have. */
  used: ReadonlySet<string>
  onChange: (tag: string) => void
}

export function DraftTagFilter({ tag, used, onChange }: DraftTagFilterProps) {
  const t = useTranslations('planning')
  const { data: tags = [] } = useTags(true)
  return (
    <div className="mt-3 max-w-64">
      <Select
        label={t('tag')}
        value={tag}
        options={[
          { value: '', label: t('allTags') },
          ...tags.filter(({ id }) => used.has(id)).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={onChange}
      />
    </div>
  )
}
