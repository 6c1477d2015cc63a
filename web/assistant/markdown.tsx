import type { ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'

const ELEMENTS = ['p', 'strong', 'em', 'ul', 'ol', 'li', 'code', 'blockquote', 'br', 'a', 'del']

/** Renders a model's Markdown without pictures or HTML. Each paragraph has its own direction. */
export function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown allowedElements={ELEMENTS} unwrapDisallowed skipHtml components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  )
}

type Inside = { children?: ReactNode }

const COMPONENTS = {
  p: ({ children }: Inside) => (
    <p dir="auto" className="not-first:mt-3">
      {children}
    </p>
  ),
  ul: ({ children }: Inside) => (
    <ul dir="auto" className="mt-3 list-disc space-y-1 ps-5">
      {children}
    </ul>
  ),
  ol: ({ children, start }: Inside & { start?: number | undefined }) => (
    <ol dir="auto" start={start} className="mt-3 list-decimal space-y-1 ps-5">
      {children}
    </ol>
  ),
  // No direction on items: the list would ignore them when it detects its own, and its markers would overflow.
  li: ({ children }: Inside) => <li>{children}</li>,
  blockquote: ({ children }: Inside) => (
    <blockquote dir="auto" className="mt-3 border-s-2 border-line ps-3 text-ink-soft">
      {children}
    </blockquote>
  ),
  strong: ({ children }: Inside) => <strong className="font-strong">{children}</strong>,
  code: ({ children }: Inside) => (
    <code dir="ltr" className="rounded-control bg-sunk px-1 font-mono text-14">
      {children}
    </code>
  ),
  a: ({ children, href }: Inside & { href?: string | undefined }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-pond underline">
      {children}
    </a>
  ),
}
