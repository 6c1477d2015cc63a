import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { cardTextsOf, type CardText } from '#core/writing/card-texts.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { checkableSource } from '../grounding/doubts.ts'
import { findClaims } from '../grounding/find-claims.ts'
import { classNames } from '../../lib/class-names.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { boxClass, Field, TextField } from '../../ui/field.tsx'
import type { CardMaterial } from './card-material.ts'
import { altTextOf, CARD_SIDE, drawCard, pngOf, type CardLook } from './draw-card.ts'

interface CardDialogProps {
  material: CardMaterial
  onAdd: (file: File, altText: string) => void
  onClose: () => void
}

export default function CardDialog({ material, onAdd, onClose }: CardDialogProps) {
  const t = useTranslations('cards.picture')
  const [texts] = useState(() => textsOf(material))
  const [chosen, setChosen] = useState(0)
  const [text, setText] = useState<CardText | undefined>(texts[0])
  const canvas = useRef<HTMLCanvasElement>(null)
  const { author } = material
  const [accent] = useState(() => rulesOf(material.platform).colour)

  async function add() {
    if (!canvas.current || !text) return
    await drawCard(canvas.current, { text, author, accent })
    const file = await pngOf(canvas.current)
    if (!file) return toast({ title: t('failed'), isDestructive: true })
    onAdd(file, altTextOf(text))
    onClose()
  }

  return (
    <Dialog title={t('title')} width="lg" onClose={onClose}>
      {text ? (
        <form
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <div className="grid gap-5 md:grid-cols-2">
            <CardPreview canvas={canvas} text={text} author={author} accent={accent} />
            <div className="flex min-w-0 flex-col gap-4">
              {texts.length > 1 && (
                <TextChoice
                  texts={texts}
                  chosen={chosen}
                  onChoose={(at) => {
                    setChosen(at)
                    setText(texts[at])
                  }}
                />
              )}
              {text.kind === 'figure' && (
                <TextField
                  label={t('figure')}
                  dir="auto"
                  maxLength={40}
                  value={text.figure}
                  onChange={({ target }) => setText({ ...text, figure: target.value })}
                />
              )}
              <Field label={t(text.kind === 'figure' ? 'words' : 'quotation')}>
                {(described) => (
                  <textarea
                    {...described}
                    dir="auto"
                    rows={4}
                    maxLength={280}
                    value={text.words}
                    onChange={({ target }) => setText({ ...text, words: target.value })}
                    className={classNames(boxClass(), 'resize-none px-3 py-2')}
                  />
                )}
              </Field>
              {text.kind === 'quotation' && (
                <TextField
                  label={t('speaker')}
                  dir="auto"
                  maxLength={80}
                  value={text.speaker}
                  onChange={({ target }) => setText({ ...text, speaker: target.value })}
                />
              )}
            </div>
          </div>
          <DialogActions onCancel={onClose}>
            <Button type="submit" variant="primary" disabled={text.words.trim() === ''}>
              {t('add')}
            </Button>
          </DialogActions>
        </form>
      ) : (
        <p className="text-14 text-ink-soft">{t('none')}</p>
      )}
    </Dialog>
  )
}

/** Draws the picture when mounted. The dialog's frame appears first, because this part loads later. */
function CardPreview({ canvas, text, author, accent }: CardLook & { canvas: RefObject<HTMLCanvasElement | null> }) {
  useEffect(() => {
    if (canvas.current) void drawCard(canvas.current, { text, author, accent })
  }, [canvas, text, author, accent])
  return (
    <canvas
      ref={canvas}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas is no `img`
      role="img"
      aria-label={altTextOf(text)}
      width={CARD_SIDE}
      height={CARD_SIDE}
      className="aspect-square w-full max-w-90 rounded-control border border-line"
    />
  )
}

function textsOf({ content, writtenFrom }: CardMaterial): CardText[] {
  const from = checkableSource(writtenFrom)
  return cardTextsOf(content, from && findClaims(content, from))
}

interface TextChoiceProps {
  texts: readonly CardText[]
  chosen: number
  onChoose: (at: number) => void
}

function TextChoice({ texts, chosen, onChoose }: TextChoiceProps) {
  const t = useTranslations('cards.picture')
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-14 font-strong">{t('choice')}</legend>
      <div className="max-h-48 overflow-y-auto rounded-control border border-line">
        {texts.map((text, at) => (
          <label
            key={`${text.kind} ${text.words} ${'figure' in text ? text.figure : ''}`}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-1.5 text-14 not-last:border-b not-last:border-line has-focus-visible:shadow-focus',
              at === chosen && 'bg-pond-wash',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={at === chosen}
              onChange={() => onChoose(at)}
              className="shrink-0"
            />
            <span dir={textDirection(text.words)} className="line-clamp-2 min-w-0">
              {text.kind === 'figure' && <strong className="font-strong">{text.figure} </strong>}
              {text.words}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
