import { ChevronDown, Undo2 } from 'lucide-react'
import { useState, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { BasicRequest, GeneratedItem, Reworking } from '#core/generation/contract.ts'
import { TONES } from './choices.ts'
import type { ComposerAction } from './composer-state.ts'
import { contentOf, selectedVariant, type Card } from './draft.ts'
import { versionBefore, shownVersion } from './versions.ts'
import { useAiStatus } from './ai-status.tsx'
import { classNames } from '../lib/class-names.ts'
import { PreviewText } from '../posts/preview-text.tsx'
import { Button } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { Menu } from '../ui/menu.tsx'
import { Compared } from './compared-texts.tsx'
import { useSelected } from './selected-text.ts'
import { useReworking } from './use-reworking.ts'
import { VersionList } from './version-list.tsx'

const LENGTHS = ['shorten', 'lengthen'] as const
/** What makes no sense of a few words. */
const OF_ALL = ['opening', 'translate'] as const
/** As the contract has it, in UTF-16 units. */
const LONGEST = 10_000
const TOOL = 'px-1 max-lg:inset-ring max-lg:inset-ring-line max-lg:px-3 lg:px-1.5 lg:text-14'
const RUNNING = 'disabled:text-pond! disabled:opacity-100!'

/** What can be done to a draft by a model, and the texts that it had. */
export function DraftTools({
  card,
  draft,
  isHeld,
  isEditing,
  dispatch,
  onShow,
}: {
  card: Card
  draft: RefObject<HTMLElement | null>
  /** While it is sent, written anew, or there are two of it. */
  isHeld: boolean
  isEditing: boolean
  dispatch: (action: ComposerAction) => void
  /** Shows something in the place of the text; null shows the text again. */
  onShow: (instead: ReactNode) => void
}) {
  const t = useTranslations('rework')
  const app = useTranslations('app')
  const composer = useTranslations('composer')
  const hasModel = useAiStatus().data?.fallback === null
  const content = contentOf(card)
  const selected = useSelected(draft, content)
  const [seenId, see] = useState<number | null>(null)
  const { running, rework, cancel } = useReworking((text) =>
    onShow(
      text === null ? null : (
        // Told as a whole once it is one.
        <div aria-hidden="true" data-writing="">
          <PreviewText platform={card.platform} content={text} hashtags={selectedVariant(card).hashtags} />
        </div>
      ),
    ),
  )
  const before = versionBefore(card)
  const shown = shownVersion(card)
  const other = card.language === 'arabic' ? 'english' : 'arabic'
  const nameOf = (how: Reworking) =>
    how === 'translate' ? t(`acts.into.${other}`) : isTone(how) ? composer(`tones.${how}`) : t(`acts.${how}`)

  function showVersion(id: number | null) {
    see(id)
    const version = card.versions?.find((one) => one.id === id)
    onShow(version ? <Compared before={version.content} now={content} /> : null)
  }

  async function run(how: Reworking) {
    see(null)
    const item = await rework(card, how, selected)
    if (!item) return
    if (how === 'translate') dispatch(asSibling(card, item))
    else dispatch({ type: 'reworked', cardId: card.id, how, text: textOf(item) })
  }

  function undo() {
    showVersion(null)
    if (before) dispatch({ type: 'version-restored', cardId: card.id, version: before, isUndo: true })
  }

  const tool = (how: Exclude<Reworking, BasicRequest['tone']>) => (
    <Button
      key={how}
      variant="quiet"
      className={TOOL}
      disabled={isHeld || running !== null}
      onClick={() => void run(how)}
    >
      {running === how ? t(`running.${how}`) : nameOf(how)}
    </Button>
  )
  const hasTools = hasModel && content.trim() !== '' && content.length <= LONGEST
  const hasUndo = before !== undefined && !isEditing
  if (!hasTools && !hasUndo && (card.versions?.length ?? 0) < 2) return null
  return (
    <div data-tools="">
      <fieldset
        aria-label={t('title')}
        className="mt-2 flex flex-wrap items-center gap-x-1 gap-y-2 lg:-mx-1.5 lg:min-h-9"
      >
        {hasTools && selected && <span className="basis-full px-2 text-13 text-pond">{t('selection')}</span>}
        {hasTools && (
          <>
            {LENGTHS.map(tool)}
            <Menu
              trigger={
                <Button
                  variant="quiet"
                  className={classNames(TOOL, running !== null && isTone(running) && RUNNING)}
                  disabled={isHeld || running !== null}
                  onMouseDown={keepSelection}
                >
                  {running !== null && isTone(running) ? t('running.tone') : t('acts.tone')}
                  <ChevronDown size={15} strokeWidth={1.75} aria-hidden="true" />
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
            {!selected && OF_ALL.map(tool)}
          </>
        )}
        {running === null ? (
          hasUndo &&
          shown && (
            <Button
              variant="quiet"
              className={classNames(TOOL, 'ms-auto')}
              disabled={isHeld}
              title={t('undoWhat', { what: t(`did.${shown.how}`) })}
              onClick={undo}
            >
              <Undo2 size={17} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
              {t('undo')}
            </Button>
          )
        ) : (
          <span className="ms-auto flex items-center">
            <Frog expression="thinking" size="sm" />
            <Button variant="quiet" className={TOOL} onClick={cancel}>
              {app('cancel')}
            </Button>
          </span>
        )}
      </fieldset>
      <output className="sr-only">
        {running !== null && t(isTone(running) ? 'running.tone' : `running.${running}`)}
        {running === null && shown && shown.from !== null && t(`did.${shown.how}`)}
      </output>
      <VersionList
        card={card}
        seenId={seenId}
        isHeld={isHeld || running !== null || isEditing}
        onSee={showVersion}
        onRestore={(version) => {
          showVersion(null)
          dispatch({ type: 'version-restored', cardId: card.id, version })
        }}
      />
    </div>
  )
}

/** A press on a button would take away what is selected in the text. */
const keepSelection = (event: MouseEvent) => event.preventDefault()

const isTone = (how: Reworking): how is BasicRequest['tone'] => (TONES as readonly string[]).includes(how)

export const textOf = ({ content, warnings, source, model }: GeneratedItem) => ({ content, warnings, source, model })

/** The same idea in the other language, beside the one that it was made of. */
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
