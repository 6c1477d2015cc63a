/** The formatting at a position of an RTF file. Each group inherits it from the group around it. */
interface State {
  /** Whether this is a part without text, such as the font table. */
  isSkipped: boolean
  isHidden: boolean
  isStruck: boolean
  isDeleted: boolean
  /** How many characters to skip after `\u`. Programs without Unicode show them instead. */
  fallback: number
  font: string | undefined
}

const SKIPPED = new Set(
  `fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf
  listtable listoverridetable revtbl rsidtbl generator xmlnstbl themedata colorschememapping datastore latentstyles
  fldinst bkmkstart bkmkend nonshppict shppict filetbl annotation atnid atnauthor template private1`.split(/\s+/),
)

const SIGNS = new Map([
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['cell', '\t'],
  ['line', ' '],
])

const CODE_PAGES = new Map([
  [178, 'windows-1256'],
  [177, 'windows-1255'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [204, 'windows-1251'],
  [238, 'windows-1250'],
])

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/giy

/** The paragraphs of an RTF file, without hidden and deleted text. */
export function paragraphsOfRtf(bytes: Uint8Array): string[] {
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const paragraphs: string[] = ['']
  const saved: State[] = []
  let state: State = {
    isSkipped: false,
    isHidden: false,
    isStruck: false,
    isDeleted: false,
    fallback: 1,
    font: undefined,
  }
  let codePage = 'windows-1252'
  /** The encoding of each font in the font table. */
  const encodings = new Map<string, string>()
  let fontsDepth = 0
  let skip = 0
  let pending: number[] = []

  const add = (text: string) => {
    const isShown = !state.isSkipped && !state.isHidden && !state.isStruck && !state.isDeleted
    if (isShown) paragraphs[paragraphs.length - 1] += text
  }
  const flush = () => {
    if (pending.length === 0) return
    const encoding = encodings.get(state.font ?? '') ?? codePage
    add(new TextDecoder(encoding).decode(new Uint8Array(pending)))
    pending = []
  }

  function control(word: string, value: number | undefined): void {
    const isOn = value !== 0
    if (word === 'par' || word === 'row' || word === 'sect' || word === 'page') {
      if (!state.isSkipped) paragraphs.push('')
    } else if (word === 'u' && value !== undefined) {
      add(String.fromCharCode(value < 0 ? value + 0x10000 : value))
      skip = state.fallback
    } else if (word === 'uc') state.fallback = value ?? 1
    else if (word === 'v') state.isHidden = isOn
    else if (word === 'strike' || word === 'striked') state.isStruck = isOn
    else if (word === 'deleted') state.isDeleted = isOn
    else if (word === 'plain') Object.assign(state, { isHidden: false, isStruck: false, isDeleted: false })
    else if (word === 'ansicpg' && value) codePage = encodingOf(value) ?? codePage
    else if (word === 'f') state.font = String(value)
    else if (word === 'fcharset' && fontsDepth > 0 && state.font !== undefined) {
      const encoding = CODE_PAGES.get(value ?? 0)
      if (encoding) encodings.set(state.font, encoding)
    } else if (SKIPPED.has(word)) {
      state.isSkipped = true
      if (word === 'fonttbl') fontsDepth = saved.length
    } else add(SIGNS.get(word) ?? '')
  }

  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(rtf); token; token = TOKEN.exec(rtf)) {
    const [, word, value, hex, sign, brace, text] = token
    if (hex !== undefined) {
      if (skip > 0) skip--
      else pending.push(Number.parseInt(hex, 16))
      continue
    }
    flush()
    if (brace === '{') {
      saved.push(state)
      state = { ...state }
      skip = 0
    } else if (brace === '}') {
      state = saved.pop() ?? state
      if (saved.length < fontsDepth) fontsDepth = 0
      skip = 0
    } else if (word !== undefined) control(word.toLowerCase(), value === undefined ? undefined : Number(value))
    else if (sign === '*') state.isSkipped = true
    else if (sign === '~') add('\u00A0')
    else if (sign === '_') add('\u2011')
    else if (sign !== undefined && '\\{}'.includes(sign)) add(sign)
    else if (text !== undefined) {
      const kept = text.slice(skip)
      skip = Math.max(0, skip - text.length)
      pending.push(...Buffer.from(kept, 'latin1'))
      flush()
    }
  }
  flush()
  return paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== '')
}

function encodingOf(codePage: number): string | undefined {
  const label = codePage === 65001 ? 'utf-8' : codePage === 10000 ? 'macintosh' : `windows-${codePage}`
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
