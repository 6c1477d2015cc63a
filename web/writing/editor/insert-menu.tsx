import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import { classNames } from '../../lib/class-names.ts'
import { useLanguage } from '../../lib/language.ts'
import {
  AtSign,
  Bookmark,
  ChevronRight,
  Hash,
  ImagePlus,
  Languages,
  Link2,
  MessageSquareText,
  PenLine,
  Scissors,
  SlidersHorizontal,
  Sparkles,
  Trash2,
  type LucideIcon,
} from '../../ui/icons.ts'
import type { MenuAct, MenuOption } from './insert-menu-options.ts'
import type { TextRange } from './text-edits.ts'
import { UNPLACED, useFieldPlace } from './use-field-place.ts'

interface InsertMenuProps {
  id: string
  root: HTMLElement
  slash: TextRange
  options: readonly MenuOption[]
  chosen: number
  onHover: (at: number) => void
  onPick: (option: MenuOption) => void
}

const PANEL = 'appears absolute z-20 w-[272px] max-w-full rounded-card bg-surface shadow-float'

export const optionId = (menuId: string, at: number): string => `${menuId}-${at}`

/** The insert menu that a slash opens. The focus stays in the text field, whose arrow keys select an option. */
export function InsertMenu({ id, root, slash, options, chosen, onHover, onPick }: InsertMenuProps) {
  const t = useTranslations('rework.editor.menu')
  const { language } = useLanguage()
  const list = useRef<HTMLDivElement & HTMLOutputElement>(null)
  useFieldPlace(root, list, { start: slash.start, end: slash.start }, 'below')
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  if (options.length === 0)
    return (
      <output
        ref={list}
        dir={DIRECTION[language]}
        style={UNPLACED}
        className={`${PANEL} px-4 py-3 text-13 text-ink-soft`}
      >
        {t('none')}
      </output>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus stays in the text
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot stay open
      role="listbox"
      aria-label={t('title')}
      // Keep the focus in the text field.
      onMouseDown={(event) => event.preventDefault()}
      dir={DIRECTION[language]}
      style={UNPLACED}
      // While more options follow below, they fade out at the lower edge.
      className={`${PANEL} max-h-[min(360px,60dvh)] overflow-y-auto px-1.5 pt-1.5 after:pointer-events-none after:sticky after:bottom-0 after:block after:h-6 after:bg-linear-to-t after:from-surface after:to-transparent lg:max-h-[min(480px,60dvh)]`}
    >
      {options.map((option, at) => {
        const isFirstOfGroup = options[at - 1]?.group !== option.group
        const Icon = iconOf(option.act)
        return (
          <div key={keyOf(option.act)}>
            {isFirstOfGroup && (
              <p aria-hidden="true" className="px-2.5 pt-1 pb-0.5 text-13 text-ink-soft">
                {t(option.group)}
              </p>
            )}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text handles the keys */}
            <div
              id={optionId(id, at)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot stay open
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              onClick={() => onPick(option)}
              onPointerMove={() => onHover(at)}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-14 outline-none lg:min-h-[34px]',
                at === chosen && 'bg-pond-wash forced-colors:outline-2',
              )}
            >
              <Icon size={17} strokeWidth={1.75} className="shrink-0" />
              <bdi className="min-w-0 flex-1 truncate">{option.label}</bdi>
              {option.act.do === 'open' && <ChevronRight size={15} strokeWidth={1.75} className="points shrink-0" />}
            </div>
          </div>
        )
      })}
    </div>
  )
}

function keyOf(act: MenuAct): string {
  return [
    act.do,
    'how' in act
      ? act.how
      : 'page' in act
        ? act.page
        : 'panel' in act
          ? act.panel
          : 'phrase' in act
            ? act.phrase.id
            : 'handle' in act
              ? act.handle
              : '',
  ].join(' ')
}

function iconOf(act: MenuAct): LucideIcon {
  switch (act.do) {
    case 'rework':
      if (act.how === 'shorten') return Scissors
      if (act.how === 'lengthen') return PenLine
      return act.how === 'translate' ? Languages : SlidersHorizontal
    case 'open-panel':
      return act.panel === 'wish' ? MessageSquareText : Sparkles
    case 'open':
      return act.page === 'tones' ? SlidersHorizontal : Trash2
    case 'add-link':
      return Link2
    case 'suggest-hashtags':
      return Hash
    case 'add-media':
      return ImagePlus
    case 'insert-phrase':
      return Bookmark
    case 'delete-phrase':
      return Trash2
    case 'mention':
      return AtSign
  }
}
