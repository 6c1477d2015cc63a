import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { MessageSquareText, Sparkles, Undo2, type LucideIcon } from '../../ui/icons.ts'
import { classNames } from '../../lib/class-names.ts'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, type Card } from './draft.ts'
import { versionBefore, shownVersion } from './versions.ts'
import { isTone } from '../editor/selection-bar.tsx'
import type { TextTools, ToolPanel } from '../editor/text-tools.ts'
import { Button } from '../../ui/button.tsx'
import { OpeningList } from './opening-list.tsx'
import { TextComparison } from './text-comparison.tsx'
import { ToolProgress } from './tool-progress.tsx'
import { History } from './version-list.tsx'
import { WishForm } from './wish-form.tsx'

/** Shown below the text: the model's tools, their progress, a button to undo their change, and the versions. */
export function DraftTools({
  card,
  draft,
  tools,
  isLocked,
  isHistoryOpen,
  dispatch,
  onTranslationUndo,
  onShow,
}: {
  card: Card
  draft: RefObject<HTMLElement | null>
  tools: TextTools
  isLocked: boolean
  isHistoryOpen: boolean
  dispatch: (action: ComposerAction) => void
  onTranslationUndo: (() => void) | undefined
  onShow: (instead: ReactNode) => void
}) {
  const t = useTranslations('rework')
  const content = contentOf(card)
  const [comparedId, setComparedId] = useState<number | null>(null)
  const previousVersion = versionBefore(card)
  const shown = shownVersion(card)
  const { running } = tools
  const isRunning = running !== null

  const cancelButton = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const text = draft.current?.querySelector<HTMLElement>('[role=textbox]')
    if (isRunning) {
      // Focus the Cancel button while a tool runs, because the tool's button and the text are disabled.
      const { activeElement: active } = document
      hadFocus.current = active === document.body || (draft.current?.contains(active) ?? false)
      if (hadFocus.current) cancelButton.current?.focus({ preventScroll: true })
    } else if (hadFocus.current) {
      hadFocus.current = false
      if (document.activeElement === document.body) text?.focus({ preventScroll: true })
    }
  }, [isRunning, draft])

  function showVersion(id: number | null) {
    setComparedId(id)
    const version = card.versions?.find((version) => version.id === id)
    onShow(
      version ? (
        <TextComparison version={version} now={content} onBack={() => (showVersion(null), focusVersion(version.id))} />
      ) : null,
    )
  }

  /** Focus the version in the list, because the pressed button disappears. */
  const focusVersion = (id: number) =>
    draft.current?.querySelector<HTMLElement>(`[data-version="${id}"] button`)?.focus({ preventScroll: true })

  function undo() {
    showVersion(null)
    if (onTranslationUndo) onTranslationUndo()
    else if (previousVersion)
      dispatch({ type: 'version-restored', cardId: card.id, version: previousVersion, isUndo: true })
  }

  const hasUndo = (previousVersion ?? onTranslationUndo) !== undefined
  const { canRework, panel, openPanel } = tools
  if (!isRunning && !hasUndo && !isHistoryOpen && !canRework) return null
  const toggle = (name: ToolPanel) => openPanel(panel === name ? null : name)
  function closePanel() {
    openPanel(null)
    draft.current?.querySelector<HTMLElement>(`[data-panel="${panel}"]`)?.focus({ preventScroll: true })
  }
  const panelButton = (name: ToolPanel, Icon: LucideIcon) => (
    <Button
      variant="quiet"
      size="sm"
      data-panel={name}
      aria-expanded={panel === name}
      disabled={isLocked}
      onClick={() => toggle(name)}
    >
      <Icon size={17} strokeWidth={1.75} />
      {t(`${name}.open`)}
    </Button>
  )
  const progressText = isRunning ? t(isTone(running) ? 'running.tone' : `running.${running}`) : null
  const lastChange = shown && t(`did.${onTranslationUndo ? 'translate' : shown.how}`)
  return (
    <>
      <fieldset
        aria-label={t('title')}
        className={classNames('flex flex-wrap items-center gap-x-1 empty:hidden', isRunning && 'ms-3 basis-full')}
      >
        {isRunning && <ToolProgress ref={cancelButton} progressText={progressText} onCancel={tools.cancel} />}
        {!isRunning && hasUndo && shown && (
          <>
            <span aria-hidden="true" className="ps-3 text-13 text-ink-soft">
              {lastChange}
            </span>
            <Button
              variant="quiet"
              size="sm"
              disabled={isLocked}
              title={t('undoWhat', { what: lastChange ?? '' })}
              onClick={undo}
            >
              <Undo2 size={17} strokeWidth={1.75} className="rtl:-scale-x-100" />
              {t('undo')}
            </Button>
          </>
        )}
        {!isRunning && canRework && (
          <>
            {panelButton('openings', Sparkles)}
            {panelButton('wish', MessageSquareText)}
          </>
        )}
      </fieldset>
      <div className="order-last ms-3 basis-full">
        {canRework && panel === 'wish' && (
          <WishForm
            isRunning={isRunning}
            onSend={(wish) => tools.run('wish', content, null, wish)}
            onClose={closePanel}
          />
        )}
        {canRework && panel === 'openings' && !isRunning && (
          <OpeningList
            card={card}
            isLocked={isLocked}
            onChoose={(text) =>
              dispatch({ type: 'reworked', cardId: card.id, how: 'opening', text: { content: text } })
            }
            onClose={closePanel}
          />
        )}
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
    </>
  )
}
