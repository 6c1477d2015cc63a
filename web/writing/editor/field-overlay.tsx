import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { LilyPad } from '../../ui/lily-pad.tsx'
import { endOfLine, lineBoxAt, type LineBox } from './field-geometry.ts'

const GAP = 5

interface FieldOverlayProps {
  root: RefObject<HTMLElement | null>
  /** The offset after which the network's feed hides the text behind "…more". */
  fold: number | null
  /** The offset whose line ends with the lily pad. The pad shows how much of the limit is used. Null hides it. */
  padAt: number | null
  share: number
}

/**
 * Draws “…more” where the feed hides the rest. At the caret, a lily pad fills up towards the limit. Both lie in a layer
 * over the field.
 */
export function FieldOverlay({ root, fold, padAt, share }: FieldOverlayProps) {
  const t = useTranslations('cards.editor')
  const layer = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLSpanElement>(null)
  const pad = useRef<HTMLSpanElement>(null)
  /** The paragraph in which the line with “…more” is shortened to leave space for that label. */
  const roomy = useRef<HTMLElement | null>(null)

  const place = useEffectEvent(() => {
    const [field, over, label, disc] = [root.current, layer.current, more.current, pad.current]
    if (!field || !over || !label || !disc) return
    roomy.current?.removeAttribute('data-fold')
    roomy.current = null
    const edges = field.getBoundingClientRect()
    let foldBox = fold === null ? null : lineBoxAt(field, fold)
    // The last line shows no label, because no line follows that the feed could hide.
    if (foldBox && foldBox.bottom + GAP > edges.bottom) foldBox = null
    const padBox = padAt === null ? null : lineBoxAt(field, padAt)
    label.hidden = foldBox === null
    disc.hidden = padBox === null
    let endOfLabel: number | null = null
    if (foldBox) {
      const edge = foldBox.isRightToLeft ? edges.left : edges.right
      const width = label.offsetWidth + GAP
      let { end } = foldBox
      if (Math.abs(edge - end) < width) {
        // Shorten the line, as the network does, so that the label covers no words.
        const { block, index, top } = foldBox
        block.style.setProperty('--fold-top', `${top - block.getBoundingClientRect().top}px`)
        block.style.setProperty('--fold-room', `${width}px`)
        block.dataset.fold = ''
        roomy.current = block
        end = endOfLine(block, index)
      }
      endOfLabel = put(label, over, foldBox, end)
    }
    if (!padBox) return
    const isAfterLabel = foldBox?.block === padBox.block && foldBox.index === padBox.index
    put(disc, over, padBox, isAfterLabel && endOfLabel !== null ? endOfLabel : padBox.end)
  })
  // Run after every render, because each key press may move the lines.
  useEffect(() => place())
  useEffect(() => {
    const observer = new ResizeObserver(() => place())
    if (root.current) observer.observe(root.current)
    return () => observer.disconnect()
  }, [root])

  return (
    <div ref={layer} aria-hidden="true" className="pointer-events-none absolute inset-0">
      <span ref={more} hidden data-more="" className="absolute text-16 whitespace-nowrap text-ink-faint">
        {t('more')}
      </span>
      <span ref={pad} hidden data-pad="" className="absolute">
        <LilyPad filled={share} tone={share > 1 ? 'coral' : 'pond'} size={18} className="mt-[3px]" />
      </span>
    </div>
  )
}

/** Positions a label at the end of a line. Returns the horizontal position at which the label ends. */
function put(label: HTMLElement, layer: HTMLElement, line: LineBox, end: number): number {
  const from = layer.getBoundingClientRect()
  label.style.top = `${line.top - from.top}px`
  label.style.left = line.isRightToLeft ? '' : `${end - from.left + GAP}px`
  label.style.right = line.isRightToLeft ? `${from.right - end + GAP}px` : ''
  return line.isRightToLeft ? end - GAP - label.offsetWidth : end + GAP + label.offsetWidth
}
