import { wordSet } from '#core/word-lists.ts'

/** Converts a formula in TeX, as pages store it for MathJax, to MathML. Null if the formula is a table or too deep. */
export function markupOfTex(tex: string): string | null {
  const tokens: string[] = tex.match(TOKENS) ?? []
  let at = 0

  function row(end: string | undefined, depth: number): string {
    const items: string[] = []
    while (at < tokens.length && tokens[at] !== end) {
      const token = tokens[at] ?? ''
      const isScript = token === '^' || token === '_'
      items.push(isScript ? scripted(items.pop() ?? '<mrow></mrow>', depth) : item(depth))
    }
    at++
    return `<mrow>${items.join('')}</mrow>`
  }

  /** Reads the scripts after a base: `x^2`, `x_1^{23}`. */
  function scripted(base: string, depth: number): string {
    const found = { '^': '', _: '' }
    for (let sign = tokens[at]; sign === '^' || sign === '_'; sign = tokens[at]) {
      at++
      found[sign] += argument(depth)
    }
    if (found['^'] && found._) return `<msubsup>${base}${found._}${found['^']}</msubsup>`
    return found._ ? `<msub>${base}${found._}</msub>` : `<msup>${base}${found['^']}</msup>`
  }

  /** Reads an argument. Without braces it is a single digit or letter: `\frac34`. */
  function argument(depth: number): string {
    const token = tokens[at] ?? ''
    if (!/^\d./.test(token)) return item(depth + 1)
    tokens[at] = token.slice(1)
    return `<mn>${token.charAt(0)}</mn>`
  }

  function item(depth: number): string {
    if (depth > DEEPEST) throw new RangeError('The formula is nested too deeply')
    const token = tokens[at++] ?? ''
    if (token === '{') return row('}', depth + 1)
    if (/^\d/.test(token)) return `<mn>${token}</mn>`
    const [, words] = WORDS.exec(token) ?? []
    if (words !== undefined) return `<mtext>${escaped(words)}</mtext>`
    if (!token.startsWith('\\')) return /\p{L}/u.test(token) ? `<mi>${token}</mi>` : operator(token)
    const name = token.slice(1).replace('*', '')
    if (/^[dtc]?frac$/.test(name)) return `<mfrac>${argument(depth)}${argument(depth)}</mfrac>`
    if (/^[dt]?binom$/.test(name)) return `<mfrac linethickness="0">${argument(depth)}${argument(depth)}</mfrac>`
    if (name === 'sqrt') {
      if (tokens[at] !== '[') return `<msqrt>${argument(depth)}</msqrt>`
      at++
      const degree = row(']', depth + 1)
      return `<mroot>${argument(depth)}${degree}</mroot>`
    }
    if (name === 'begin') throw new RangeError('The formula is a table')
    if (IGNORED.has(name)) return ''
    if (/^(?:math|operatorname|boldsymbol)/.test(name)) return argument(depth)
    const sign = SIGNS.get(name)
    return sign === undefined && /^[a-z]/i.test(name) ? `<mi>${name}</mi><mspace/>` : operator(sign ?? name)
  }

  try {
    return `<math>${row(undefined, 0)}</math>`
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const WORDS = /^\\(?:text[a-z]*|mbox)\s*\{([^{}]*)\}/i
const TOKENS = /\\(?:text[a-z]*|mbox)\s*\{[^{}]*\}|\\(?:[a-z]+\*?|[^])|\d+(?:[.,]\d+)*|\S/giu

const operator = (sign: string): string => (/^[~ ]$/.test(sign) ? '<mspace/>' : `<mo>${escaped(sign)}</mo>`)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const DEEPEST = 20

const IGNORED = wordSet('left right displaystyle textstyle limits nolimits quad qquad , ; : ! big Big bigg Bigg')

const SIGNS = new Map(
  `times × cdot · div ÷ pm ± mp ∓ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ sim ∼ equiv ≡ infty ∞ to → rightarrow →
  circ ° degree ° sum ∑ prod ∏ int ∫ partial ∂ alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η
  theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ
  Theta Θ Lambda Λ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω ldots … dots … cdots …`
    .split(/\s+/)
    .flatMap((name, index, all): [string, string][] => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : [])),
)
