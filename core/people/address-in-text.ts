import { normalizeNfc } from '../clean-text.ts'
import { COUNTRY_DOMAINS, GENERIC_DOMAINS } from '../platforms/top-level-domains.ts'

/**
 * Whether a mail or chat program would turn part of a text into a link or a phone number. Frogy rejects such user
 * names, because mails to other people contain the name and could carry advertising.
 */
export function containsAddress(text: string): boolean {
  // NFKC alone would take quadratic time for a long run of combining marks.
  const plain = normalizeNfc(text)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}ـ]/gu, '')
    .replaceAll(/[。｡․．]/gu, '.')
  // Joins the parts of a hidden address such as "evil . example". In a name, a space comes only after a full stop, as
  // in "St. John".
  const joined = plain
    .replaceAll(/(?<!\s)\s+\.\s*/gu, '.')
    .replaceAll(/(?<!\s)\s*(?:\[\.\]|\(\.\)|\[dot\]|\(dot\))\s*/gu, '.')
  return (
    /:\/\/|\/\/|\bwww\d?\./u.test(joined) ||
    /[^\s@]@[^\s@]/u.test(joined) ||
    /(?:\d{1,3}\.){3}\d{1,3}/u.test(joined) ||
    digitsIn(joined) >= LEAST_PHONE_DIGITS ||
    [...joined.matchAll(HOST)].some(([, host = '', rest = '']) => rest !== '' || isLink(host))
  )
}

/**
 * A dotted host name, with the port, path or query that follows. Matches only from the first label, to take linear
 * time.
 */
const HOST = /(?<![\p{L}\p{M}\p{N}_-]\.?)((?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}\p{N}-]{2,})(:\d+|[/?#]\S)?/gu
const LEAST_PHONE_DIGITS = 7
const digitsIn = (text: string): number => [...text.matchAll(/\p{Nd}/gu)].length

/** Whether a host name is a link in mail programs. "St.George" is a name, although `george` is a top-level domain. */
function isLink(host: string): boolean {
  const labels = host.split('.')
  const top = labels.pop() ?? ''
  if (!isTopLevel(top)) return false
  return !(NAMES.has(top) && labels.every((label) => [...label].length === 1 || TITLES.has(label)))
}

const isTopLevel = (label: string): boolean =>
  label.startsWith('xn--') || GENERIC_DOMAINS.has(label) || COUNTRY_DOMAINS.has(label) || OTHER_DOMAINS.has(label)

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Top-level domains that are missing in X's list: newer ones, and reserved or private ones. */
const OTHER_DOMAINS = words(`
  amazon crypto kids merck music spa example test invalid localhost local internal lan home corp mail intranet
  السعوديه سوريا السودان ليبيا الكويت اليمن لبنان إختبار اختبار испытание 網路 测试 テスト 테스트 ישראל`)

/** Top-level domains that are also people's names. */
const NAMES = words(`
  abbott ally bentley black blanco bond brother chase chloe duck dunlop dupont erni faith ferrari ferrero ford fox
  gallo george gold green hughes joy kim kinder lamborghini lancaster law lilly lincoln linde love man maserati
  mckinsey moe nico norton olayan paris philips red ren rich rocher rogers sakura schmidt schwarz sener
  sharp shaw song suzuki tiffany toyota trust walter wang weber weir xin yun zara العليان`)

const TITLES = words('dr mr mrs ms prof st sr eng sheikh shaikh rev أد الشيخ')
