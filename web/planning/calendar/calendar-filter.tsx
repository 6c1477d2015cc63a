import { useEffect, useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { POST_STATUSES } from '#core/posts/lifecycle.ts'
import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import { WORKSPACE_ID } from '../../lib/base-path.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ListFilter } from '../../ui/icons.ts'
import { Select } from '../../ui/select.tsx'
import { useTags } from '../../posts/tags/use-tags.ts'
import type { CalendarFilter } from './use-days.ts'

// Only posts of a workspace can be in review, so other users cannot choose this state.
const STATES = POST_STATUSES.filter((status) => status !== 'draft' && (WORKSPACE_ID || status !== 'in_review'))

/** The button of the calendar's filter. It opens the filter fields in a panel below the toolbar. */
export function useCalendarFilter(filter: CalendarFilter, onChange: (filter: CalendarFilter) => void) {
  const t = useTranslations('calendar')
  const format = useFormatter()
  const words = useTranslations('planning')
  const states = useTranslations('posts.statuses')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { data: tags } = useTags(isOpen || filter.tag !== '')
  const hasTags = tags !== undefined && tags.length > 0
  const isTagGone = filter.tag !== '' && tags?.some((tag) => tag.id === filter.tag) === false
  useEffect(() => {
    if (isTagGone) onChange({ ...filter, tag: '' })
  })
  const count = [filter.platform, filter.status, filter.tag, filter.q.trim()].filter((item) => item !== '').length
  const label = count > 0 ? t('filterOn', { count }) : t('filter')
  const button = (
    <Button
      aria-expanded={isOpen}
      aria-controls={id}
      className={classNames(
        'relative max-sm:px-3',
        isOpen && 'bg-sunk',
        count > 0 && 'border-pond! bg-pond-wash text-pond!',
      )}
      onClick={() => setIsOpen(!isOpen)}
    >
      <ListFilter size={18} strokeWidth={1.75} className="shrink-0" />
      <span className="max-sm:sr-only">{label}</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -end-1.5 -top-1.5 min-w-5 rounded-pill bg-pond-fill text-13 leading-5 font-strong text-on-pond tabular-nums sm:hidden"
        >
          {format.number(count)}
        </span>
      )}
    </Button>
  )
  const panel = (
    <search id={id} hidden={!isOpen} className="mb-4 max-md:mb-6">
      <div
        className={classNames(
          'grid grid-cols-2 items-end gap-3',
          hasTags ? 'md:grid-cols-[11rem_11rem_11rem_minmax(0,1fr)]' : 'md:grid-cols-[11rem_11rem_minmax(0,1fr)]',
        )}
      >
        <Select
          label={t('platform')}
          value={filter.platform}
          options={[
            { value: '', label: t('allPlatforms') },
            ...PLATFORMS.map((value) => ({ value, label: rulesOf(value).name })),
          ]}
          onChange={(platform) => onChange({ ...filter, platform })}
        />
        <Select
          label={t('state')}
          value={filter.status}
          options={[{ value: '', label: t('allStates') }, ...STATES.map((value) => ({ value, label: states(value) }))]}
          onChange={(status) => onChange({ ...filter, status })}
        />
        {tags && hasTags && (
          <div className="min-w-0 max-md:col-span-2">
            <Select
              label={words('tag')}
              value={filter.tag}
              options={[
                { value: '', label: words('allTags') },
                ...tags.map(({ id: value, name }) => ({ value, label: name })),
              ]}
              onChange={(tag) => onChange({ ...filter, tag })}
            />
          </div>
        )}
        <TextField
          label={t('search')}
          type="search"
          dir="auto"
          maxLength={200}
          fieldClassName="max-md:col-span-2"
          value={filter.q}
          onChange={({ target }) => onChange({ ...filter, q: target.value })}
        />
      </div>
    </search>
  )
  return { button, panel }
}
