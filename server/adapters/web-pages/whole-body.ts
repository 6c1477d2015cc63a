/**
 * Whether a page or document is complete although its transfer failed. Frogy must not use half an article, so a text
 * that stops within an element is incomplete.
 */
export function isWholeBody(bytes: Buffer): boolean {
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return bytes.subarray(-1_024).includes('%%EOF')
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return bytes.subarray(-22, -18).equals(ZIP_END)
  const html = withoutTrailingComments(bytes.toString('latin1').toLowerCase())
  if (html.endsWith('</html>') || html.endsWith('</body>')) return true
  const last = /<\/(article|main|section|div|footer)>$/.test(html.slice(-20))
  return last && STRUCTURE.every((name) => count(html, name, '<') === count(html, name, '</'))
}

function withoutTrailingComments(html: string): string {
  let rest = html.trimEnd()
  for (let start = 0; rest.endsWith('-->') && start >= 0;) {
    start = rest.lastIndexOf('<!--')
    if (start >= 0) rest = rest.slice(0, start).trimEnd()
  }
  return rest
}

const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1')
const STRUCTURE = ['html', 'body', 'main', 'article', 'section', 'div', 'script', 'style']

function count(html: string, name: string, start: '<' | '</'): number {
  let found = 0
  for (let at = html.indexOf(start + name); at >= 0; at = html.indexOf(start + name, at + 1))
    if (/[\s>/]/.test(html.charAt(at + start.length + name.length))) found++
  return found
}
