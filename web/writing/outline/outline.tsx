import { useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { OutlinePlace } from '#core/writing/outline.ts'
import { OPENINGS, type Role } from '#core/writing/outline-roles.ts'
import { OUTLINE_TEXTS } from '#core/writing/outline-texts.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { classNames } from '../../lib/class-names.ts'
import { POST_TEXT } from '../../posts/preview-text.tsx'
import { Button } from '../../ui/button.tsx'
import {
  ChartNoAxesColumn,
  Eye,
  Hash,
  Lightbulb,
  Quote,
  Target,
  TriangleAlert,
  Wrench,
  Zap,
  type LucideIcon,
} from '../../ui/icons.ts'
import {
  hintFor,
  withShape,
  isEmpty,
  isOpening,
  isPlace,
  otherShapes,
  titleOf,
  type Part,
  type Place,
} from './parts.ts'

export { withPlaces } from '#core/writing/outline.ts'
export { ModelHint } from './model-hint.tsx'
export { isEmpty, partsOf, textOf } from './parts.ts'

const ICONS: Partial<Record<Role, LucideIcon>> = {
  opening_moment: Eye,
  opening_figure: Hash,
  opening_quote: Quote,
  proof: Hash,
  changed: Wrench,
  remedy: Wrench,
  surprise: Zap,
  broke: Zap,
  problem: TriangleAlert,
  gain: ChartNoAxesColumn,
  step: Target,
  next: Target,
}

interface OutlineBodyProps {
  parts: readonly Part[]
  places: readonly OutlinePlace[] | undefined
  hashtags: readonly string[]
  onChange: (parts: readonly Part[]) => void
}

export function OutlineBody({ parts, places, hashtags, onChange }: OutlineBodyProps) {
  const body = useRef<HTMLDivElement>(null)
  const replace = (at: number, ...next: Part[]) => onChange(parts.toSpliced(at, 1, ...next))

  function remove(at: number) {
    replace(at)
    // After the field is removed, focus the previous one, or the next one if it was the first.
    const fields = body.current?.querySelectorAll('textarea') ?? []
    const place = parts.slice(0, at).filter(isPlace).length
    fields[place === 0 ? 1 : place - 1]?.focus()
  }

  return (
    <div ref={body} className="mt-2.5 flex flex-col gap-2.5">
      {parts.map((part, at) =>
        isPlace(part) ? (
          <PlaceField
            key={part.role}
            place={part}
            hint={hintFor(part, places)}
            onType={(text) => replace(at, { ...part, text })}
            onOpening={(role) => replace(at, { ...part, role })}
            onRemove={() => remove(at)}
          />
        ) : (
          // The index is a stable key: paragraphs of text have no id, and their order does not change.
          <p key={`text ${at}`} className={POST_TEXT}>
            {part.text}
          </p>
        ),
      )}
      {hashtags.length > 0 && (
        <p className="post-text flex flex-wrap gap-x-1.5 text-16 break-words text-net-link">
          {hashtags.map((tag) => (
            <bdi key={tag}>{tag}</bdi>
          ))}
        </p>
      )}
    </div>
  )
}

interface PlaceFieldProps {
  place: Place
  hint: string
  onType: (text: string) => void
  onOpening: (role: Role) => void
  onRemove: () => void
}

function PlaceField({ place, hint, onType, onOpening, onRemove }: PlaceFieldProps) {
  const title = titleOf(place)
  const { begin, openings } = OUTLINE_TEXTS[place.language]
  const Icon = ICONS[place.role] ?? Lightbulb
  const isOpen = isEmpty(place)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Backspace' || place.text !== '') return
    event.preventDefault()
    onRemove()
  }
  return (
    <div
      data-place={isOpen ? 'empty' : 'filled'}
      className={classNames(
        'relative rounded-control border px-3 py-2 focus-within:border-solid focus-within:border-pond focus-within:inset-ring focus-within:inset-ring-pond',
        isOpen ? 'border-dashed border-line-strong bg-sunk/60' : '-mx-3 border-transparent hover:border-line',
      )}
    >
      <label className="block">
        <span className={classNames('flex items-center gap-2 text-14 font-strong', !isOpen && 'sr-only')}>
          <Icon size={16} strokeWidth={1.75} className="shrink-0 text-ink-soft" />
          {title}
        </span>
        <textarea
          rows={1}
          value={place.text}
          placeholder={hint}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          className={classNames(
            'field-sizing-content block w-full resize-none bg-transparent outline-none focus-visible:shadow-none! placeholder:text-ink-soft',
            isOpen ? 'mt-0.5 ps-6 text-14' : POST_TEXT,
          )}
        />
      </label>
      {isOpen && isOpening(place.role) && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 ps-6 text-13 text-ink-soft">
          {begin}
          {OPENINGS.filter((role) => role !== place.role).map((role, at) => (
            <span key={role} className="flex items-center gap-2">
              {at > 0 && <span aria-hidden="true">·</span>}
              <button
                type="button"
                onClick={() => onOpening(role)}
                className="min-h-11 rounded-control text-pond underline underline-offset-4 lg:min-h-7"
              >
                {openings[role]}
              </button>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

interface OutlineMarginProps {
  parts: readonly Part[]
  platform: Platform
  onNext: () => void
  onChange: (parts: readonly Part[]) => void
}

export function OutlineMargin({ parts, platform, onNext, onChange }: OutlineMarginProps) {
  const t = useTranslations('outline')
  const shapes = otherShapes(parts, platform)
  if (!parts.some(isEmpty)) return null
  return (
    <div className="pb-2">
      <p className="text-13 text-ink-soft">{t('waits')}</p>
      <div className="mt-2 flex flex-col items-start gap-1">
        <Button size="sm" variant="primary" onClick={onNext}>
          {t('next')}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="-ms-3"
          onClick={() => onChange(parts.filter((part) => !isEmpty(part)))}
        >
          {t('removeEmpty')}
        </Button>
      </div>
      <h3 className="mt-2 border-t border-line pt-2.5 font-strong">{t('another')}</h3>
      <ul className="mt-1">
        {shapes.map((shape) => (
          <li key={shape}>
            <button
              type="button"
              onClick={() => onChange(withShape(parts, shape, platform))}
              className="min-h-11 w-full rounded-control py-1 text-start text-pond underline-offset-4 hover:underline lg:min-h-0"
            >
              {t(`shapes.${shape}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const isForeign = (parts: readonly Part[]): boolean =>
  parts.some(({ role }) => role === 'topic' || role === 'finding')

/** Says in a draft without own fields that the outline of another draft fills it too. */
export function SharedOutlineNote() {
  const t = useTranslations('outline.questions')
  return <p className="mt-2 text-13 text-ink-soft">{t('once')}</p>
}

export function OutlineNote({ parts }: { parts: readonly Part[] }) {
  const t = useTranslations('outline')
  const hasQuotes = parts.some(({ role }) => role === 'view')
  return (
    <p className="mt-2 max-w-(--measure) text-13 text-ink-soft">
      {t(hasQuotes ? 'noteQuotes' : parts.filter((part) => !isPlace(part)).length > 1 ? 'note' : 'noteQuestion')}
      {isForeign(parts) && ` ${t('foreign')}`}
    </p>
  )
}
