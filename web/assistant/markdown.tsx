import { Fragment, type ReactNode } from 'react'
import type { Definition, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

/** Renders a model's Markdown without pictures and HTML. Each paragraph has its own direction. */
export function Markdown({ text }: { text: string }) {
  const tree = fromMarkdown(text)
  const definitions = new Map(
    tree.children.filter((node) => node.type === 'definition').map((node) => [node.identifier, node]),
  )
  return renderChildren(tree, definitions)
}

type Definitions = ReadonlyMap<string, Definition>

function renderChildren(node: Nodes, definitions: Definitions): ReactNode {
  if (!('children' in node)) return null
  return node.children.map((child, index) => <Fragment key={index}>{render(child, definitions)}</Fragment>)
}

function render(node: Nodes, definitions: Definitions): ReactNode {
  const children = renderChildren(node, definitions)
  switch (node.type) {
    case 'text':
      return node.value
    case 'paragraph':
      return (
        <p dir="auto" className="not-first:mt-3">
          {children}
        </p>
      )
    case 'list':
      return node.ordered ? (
        <ol dir="auto" start={node.start ?? undefined} className="mt-3 list-decimal space-y-1 ps-5">
          {children}
        </ol>
      ) : (
        <ul dir="auto" className="mt-3 list-disc space-y-1 ps-5">
          {children}
        </ul>
      )
    // Give list items no `dir`, because the list would ignore them when it detects its own direction, and its markers
    // would overflow.
    case 'listItem':
      return <li>{renderItem(node, definitions)}</li>
    case 'blockquote':
      return (
        <blockquote dir="auto" className="mt-3 border-s-2 border-line ps-3 text-ink-soft">
          {children}
        </blockquote>
      )
    case 'strong':
      return <strong className="font-strong">{children}</strong>
    case 'emphasis':
      return <em>{children}</em>
    case 'inlineCode':
    case 'code':
      return (
        <code dir="ltr" className="rounded-control bg-sunk px-1 font-mono text-14">
          {node.value}
        </code>
      )
    case 'break':
      return <br />
    case 'link':
      return <Link address={node.url}>{children}</Link>
    case 'linkReference':
      return <Link address={definitions.get(node.identifier)?.url}>{children}</Link>
    case 'html':
    case 'image':
    case 'imageReference':
      return null
    default:
      return children
  }
}

/** Items of a list without paragraphs take their direction from the list. */
function renderItem(item: Extract<Nodes, { type: 'listItem' }>, definitions: Definitions): ReactNode {
  if (item.spread) return renderChildren(item, definitions)
  return item.children.map((child, index) => (
    <Fragment key={index}>
      {child.type === 'paragraph' ? renderChildren(child, definitions) : render(child, definitions)}
    </Fragment>
  ))
}

/** Links with other schemes, such as `javascript:`, could run a script. They become plain text. */
const SAFE_ADDRESS = /^(?:https?:|mailto:)/i

function Link({ address, children }: { address: string | undefined; children: ReactNode }) {
  if (!address || !SAFE_ADDRESS.test(address)) return <>{children}</>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className="text-pond underline">
      {children}
    </a>
  )
}
