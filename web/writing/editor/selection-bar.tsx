import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import type { BasicRequest, Reworking } from '#core/writing/contract.ts'
import { TONES } from '#core/writing/options/basic.ts'
import { classNames } from '../../lib/class-names.ts'
import { useLanguage } from '../../lib/language.ts'
import { Bookmark, ChevronDown, Hash, Link2, type LucideIcon } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import type { TextTools } from './text-tools.ts'
import type { TextRange } from './text-edits.ts'
import { UNPLACED, useFieldPlace } from './use-field-place.ts'

const ITEM =
  'inline-flex min-h-11 items-center justify-center gap-1 rounded-control px-2 text-14 whitespace-nowrap text-ink hover:bg-sunk disabled:text-ink-faint lg:min-h-7'

export const isTone = (how: Reworking): how is BasicRequest['tone'] => (TONES as readonly string[]).includes(how)

interface SelectionBarProps {
  root: HTMLElement
  range: TextRange
  tools: TextTools
  /** The tool that is running on this selection. Null if none is. */
  running: Reworking | null
  onRework: (how: Reworking) => void
  onLink: () => void
  onHashtag: () => void
  onKeep: () => void
  /** Escape moves the focus back to the text. */
  onLeave: () => void
}

/** The toolbar for the selected words, above the first selected line. */
export function SelectionBar({
  root,
  range,
  tools,
  running,
  onRework,
  onLink,
  onHashtag,
  onKeep,
  onLeave,
}: SelectionBarProps) {
  const t = useTranslations('rework')
  const { language } = useLanguage()
  const composer = useTranslations('composer')
  const bar = useRef<HTMLDivElement>(null)
  useFieldPlace(root, bar, range, 'above')

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return onLeave()
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
    const step = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr') ? 1 : -1
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (at < 0) return
    event.preventDefault()
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }

  const tool = (how: 'shorten' | 'translate') => (
    <button type="button" className={ITEM} disabled={running !== null} onClick={() => onRework(how)}>
      {running === how ? t(`editor.doing.${how}`) : t(`editor.${how}`)}
    </button>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the buttons take the focus
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('editor.bar')}
      data-tools=""
      onKeyDown={onKeyDown}
      // Keep the selection and the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      dir={DIRECTION[language]}
      style={UNPLACED}
      className="lifts absolute z-20 flex h-11 max-w-full items-center rounded-control bg-surface px-1 shadow-float lg:h-9"
    >
      {tools.canRework && (
        <>
          {tool('shorten')}
          <Menu
            trigger={
              <button type="button" className={ITEM} disabled={running !== null}>
                {running !== null && isTone(running) ? t('editor.doing.tone') : t('acts.tone')}
                <ChevronDown size={15} strokeWidth={1.75} />
              </button>
            }
          >
            {({ MenuItem }) =>
              TONES.map((tone) => (
                <MenuItem key={tone} onSelect={() => onRework(tone)}>
                  {composer(`tones.${tone}`)}
                </MenuItem>
              ))
            }
          </Menu>
          {tool('translate')}
          <span aria-hidden="true" className="mx-1 h-5 border-s border-line lg:h-full" />
        </>
      )}
      <BarIcon icon={Link2} label={t('editor.link')} isOff={running !== null} onClick={onLink} />
      <BarIcon icon={Hash} label={t('editor.hashtag')} isOff={running !== null} onClick={onHashtag} />
      <BarIcon icon={Bookmark} label={t('editor.keep')} isOff={running !== null} onClick={onKeep} />
    </div>
  )
}

interface BarIconProps {
  icon: LucideIcon
  label: string
  isOff: boolean
  onClick: () => void
  children?: ReactNode
}

function BarIcon({ icon: Icon, label, isOff, onClick }: BarIconProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip=""
      disabled={isOff}
      onClick={onClick}
      className={classNames(ITEM, 'min-w-9 px-0 lg:min-w-7')}
    >
      <Icon size={17} strokeWidth={1.75} />
    </button>
  )
}
