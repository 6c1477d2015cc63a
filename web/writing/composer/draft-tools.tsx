import { useEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { BasicRequest, GeneratedItem, Reworking } from '#core/writing/contract.ts'
import { TONES } from '#core/writing/options/basic.ts'
import { ChevronDown, Undo2 } from '../../ui/icons.ts'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, selectedVariant, type Card } from './draft.ts'
import { versionBefore, shownVersion } from './versions.ts'
import { useAiStatus } from './ai-status.tsx'
import { classNames } from '../../lib/class-names.ts'
import { PreviewText } from '../../posts/preview-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useSlowSeconds } from '../../ui/use-seconds-since.ts'
import { TextComparison } from './text-comparison.tsx'
import { useTextSelection } from './selected-text.ts'
import { useRework } from './use-rework.ts'
import { History } from './version-list.tsx'

const LENGTHS = ['shorten', 'lengthen'] as const
const MAX_LENGTH = 10_000
const TOOL = 'px-1 max-lg:inset-ring max-lg:inset-ring-line max-lg:px-3 lg:px-1.5 lg:text-14'

export function DraftTools({
  card,
  draft,
  hasSibling,
  isLocked,
  isHistoryOpen,
  dispatch,
  onTranslationUndo,
  onShow,
  onRun,
}: {
  card: Card
  draft: RefObject<HTMLElement | null>
  hasSibling: boolean
  isLocked: boolean
  isHistoryOpen: boolean
  dispatch: (action: ComposerAction) => void
  onTranslationUndo: (() => void) | undefined
  onShow: (instead: ReactNode) => void
  onRun: (isRunning: boolean) => void
}) {
  const t = useTranslations('rework')
  const composer = useTranslations('composer')
  const hasModel = useAiStatus().data?.fallback === null
  const content = contentOf(card)
  const selected = useTextSelection(draft, content)
  const [comparedId, setComparedId] = useState<number | null>(null)
  const { running, rework, cancel } = useRework((text) =>
    onShow(
      text === null ? null : (
        // Hidden from screen readers, which read the text once it is complete.
        <div aria-hidden="true" data-writing="" className="breathes text-ink-soft">
          <PreviewText platform={card.platform} content={text} hashtags={selectedVariant(card).hashtags} />
        </div>
      ),
    ),
  )
  const previousVersion = versionBefore(card)
  const shown = shownVersion(card)
  const other = card.language === 'arabic' ? 'english' : 'arabic'
  const nameOf = (how: Reworking) =>
    how === 'translate' ? t(`acts.into.${other}`) : isTone(how) ? composer(`tones.${how}`) : t(`acts.${how}`)

  const isRunning = running !== null
  useEffect(() => {
    onRun(isRunning)
    return () => onRun(false)
  }, [isRunning, onRun])

  const bar = useRef<HTMLDivElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  /** The button that the user pressed. It is disabled while the model works, and takes the focus again afterwards. */
  const pressedButton = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (isRunning) {
      if (pressedButton.current) cancelButton.current?.focus({ preventScroll: true })
      return
    }
    if (document.activeElement === document.body) pressedButton.current?.focus({ preventScroll: true })
    pressedButton.current = null
  }, [isRunning])

  function showVersion(id: number | null) {
    setComparedId(id)
    const version = card.versions?.find((version) => version.id === id)
    onShow(
      version ? (
        <TextComparison version={version} now={content} onBack={() => (showVersion(null), focusVersion(version.id))} />
      ) : null,
    )
  }

  /** Focuses the button of a version in the list, because the pressed button disappears. */
  const focusVersion = (id: number) =>
    draft.current?.querySelector<HTMLElement>(`[data-version="${id}"] button`)?.focus({ preventScroll: true })

  async function run(how: Reworking) {
    setComparedId(null)
    const { activeElement } = document
    pressedButton.current = bar.current?.contains(activeElement) ? (activeElement as HTMLElement) : null
    const item = await rework(card, how, selected)
    if (!item) return
    if (how === 'translate') dispatch(asSibling(card, item))
    else dispatch({ type: 'reworked', cardId: card.id, how, text: textOf(item) })
  }

  function undo() {
    showVersion(null)
    if (onTranslationUndo) onTranslationUndo()
    else if (previousVersion)
      dispatch({ type: 'version-restored', cardId: card.id, version: previousVersion, isUndo: true })
  }

  const tool = (how: Exclude<Reworking, BasicRequest['tone']>) => (
    <Button key={how} variant="quiet" className={TOOL} disabled={isLocked || isRunning} onClick={() => void run(how)}>
      {nameOf(how)}
    </Button>
  )
  const hasTools = hasModel && content.trim() !== '' && content.length <= MAX_LENGTH
  const hasUndo = (previousVersion ?? onTranslationUndo) !== undefined
  if (!hasTools && !hasUndo && !isHistoryOpen) return null
  const progressText = isRunning ? t(isTone(running) ? 'running.tone' : `running.${running}`) : null
  return (
    <div data-tools="">
      <fieldset aria-label={t('title')} className="mt-2 grid items-center lg:min-h-12">
        {/* Hidden, but still in the layout, so that nothing below moves. */}
        <div
          ref={bar}
          className={classNames(
            'col-start-1 row-start-1 flex flex-wrap items-center gap-x-1 gap-y-2 lg:-mx-1.5 lg:min-h-9 lg:gap-y-0.5',
            isRunning && 'invisible',
          )}
        >
          {hasTools && selected && <span className="basis-full px-2 text-13 text-pond">{t('selection')}</span>}
          {hasTools && (
            <>
              <span className="flex flex-wrap gap-1 max-roomy:basis-full">
                {LENGTHS.map(tool)}
                <Menu
                  trigger={
                    <Button
                      variant="quiet"
                      className={TOOL}
                      disabled={isLocked || isRunning}
                      onMouseDown={keepSelection}
                    >
                      {t('acts.tone')}
                      <ChevronDown size={15} strokeWidth={1.75} />
                    </Button>
                  }
                >
                  {({ MenuItem }) =>
                    TONES.map((tone) => (
                      <MenuItem key={tone} onSelect={() => void run(tone)}>
                        {nameOf(tone)}
                      </MenuItem>
                    ))
                  }
                </Menu>
              </span>
              {!selected && (
                <span className="flex flex-wrap gap-1">
                  {tool('opening')}
                  {!hasSibling && tool('translate')}
                </span>
              )}
            </>
          )}
          {hasUndo && shown && (
            <Button
              variant="quiet"
              className={classNames(TOOL, 'ms-auto')}
              disabled={isLocked}
              title={t('undoWhat', { what: t(`did.${onTranslationUndo ? 'translate' : shown.how}`) })}
              onClick={undo}
            >
              <Undo2 size={17} strokeWidth={1.75} className="rtl:-scale-x-100" />
              {t('undo')}
            </Button>
          )}
        </div>
        {isRunning && <ReworkProgress cancelButton={cancelButton} progressText={progressText} onCancel={cancel} />}
      </fieldset>
      <output className="sr-only">
        {progressText}
        {!isRunning && shown && shown.from !== null && t(`did.${shown.how}`)}
      </output>
      {isHistoryOpen && (
        <History
          card={card}
          comparedId={comparedId}
          isLocked={isLocked || isRunning}
          onCompare={showVersion}
          onRestore={(version) => {
            showVersion(null)
            dispatch({ type: 'version-restored', cardId: card.id, version })
          }}
          onChoose={(variantId) => {
            showVersion(null)
            dispatch({ type: 'variant-chosen', cardId: card.id, variantId })
          }}
        />
      )}
    </div>
  )
}

interface ReworkProgressProps {
  progressText: ReactNode
  cancelButton: RefObject<HTMLButtonElement | null>
  onCancel: () => void
}

function ReworkProgress({ progressText, cancelButton, onCancel }: ReworkProgressProps) {
  const t = useTranslations('composer.source')
  const app = useTranslations('app')
  const [startedAt] = useState(Date.now)
  const seconds = useSlowSeconds(startedAt)
  return (
    <div className="col-start-1 row-start-1 flex min-h-12 items-center gap-2.5 self-start rounded-control bg-pond-wash ps-3 pe-1.5">
      <Frog expression="thinking" size="sm" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span className="text-14 font-strong">{progressText}</span>
        {seconds !== null && <span className="text-13 text-ink-soft tabular-nums">{t('elapsed', { seconds })}</span>}
      </span>
      <Button ref={cancelButton} size="sm" onClick={onCancel}>
        {app('cancel')}
      </Button>
    </div>
  )
}

/** Prevents a press on a button from clearing the selected text. */
const keepSelection = (event: MouseEvent) => event.preventDefault()

const isTone = (how: Reworking): how is BasicRequest['tone'] => (TONES as readonly string[]).includes(how)

export const textOf = ({ content, warnings, source, model }: GeneratedItem) => ({ content, warnings, source, model })

function asSibling(card: Card, item: GeneratedItem): ComposerAction {
  const { contentType, tone, writtenFrom, choices } = card
  return {
    type: 'written',
    items: [{ ...item, id: crypto.randomUUID() }],
    of: card,
    contentType,
    tone,
    writtenFrom,
    ...(choices && { choices }),
  }
}
