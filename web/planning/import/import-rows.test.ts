import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { decode } from './decode.ts'
import { MAX_TAGS } from '#core/posts/tags.ts'
import { validateRows } from './validate-rows.ts'
import { AMBIGUOUS, MAX_ROWS, readDate, readNetwork, readTable, readTimeCell } from './read-table.ts'

const NOW = new Date('2025-12-03T13:05:00Z')
const account = {
  id: 'a',
  platform: 'linkedin',
  isActive: true,
  isDefault: true,
  needsReconnect: false,
  expiresAt: null,
  renewsItself: true,
  connectedAt: '2025-01-01T00:00:00Z',
} as SocialAccount
const accounts = [account, { ...account, id: 'b', platform: 'twitter' } as SocialAccount]
const given = { now: NOW, timeZone: 'Asia/Riyadh', accounts, scheduled: [], tags: [], mayAddTags: true }

function judged(csv: string, more = {}) {
  const table = readTable(csv)
  if (table.kind !== 'rows') throw new Error(table.kind)
  return validateRows(table.rows, { ...given, ...more })
}
const kindsOf = (csv: string, more = {}) => judged(csv, more).map(({ mistakes }) => mistakes.map(({ kind }) => kind))

test("finds a table's columns by English or Arabic names, in any order, with any delimiter", () => {
  const rows = [
    'Date,Time,Ignored,Network,Text\n2025-12-04,08:30,x,LinkedIn,"Hello, world"',
    'النص;الشبكة;التاريخ;الوقت\n"Hello, world";لينكدإن;٢٠٢٥/١٢/٤;٨:٣٠ ص',
    'Post\tPlatform\tDay\tHour\nHello, world\tlinkedin\t4.12.2025\t8:30:00',
  ]
  for (const csv of rows)
    expect(judged(csv)).toMatchObject([
      {
        number: 2,
        platform: 'linkedin',
        at: new Date('2025-12-04T05:30:00Z'),
        accountId: 'a',
        cells: { text: 'Hello, world' },
        mistakes: [],
      },
    ])
})

test('lists all errors of each invalid row of a table', () => {
  const csv = [
    'text,network,date,time',
    ',MySpace,tomorrow,noon',
    `${'x'.repeat(281)},X,2025-12-04,08:30`,
    'Late,LinkedIn,2025-12-03,16:05',
    'No photo,Instagram,2025-12-04,08:30',
    'Which?,LinkedIn,04/05/2026,08:30',
    'Twice,LinkedIn,2025-12-04,08:30',
    'Twice,LinkedIn,2025-12-04,08:30',
    'Fine,LinkedIn,25/12/2025,08:30',
  ].join('\n')
  expect(kindsOf(csv)).toEqual([
    ['network', 'date', 'time'],
    ['text'],
    ['past'],
    ['not-connected', 'text'],
    ['ambiguous'],
    [],
    ['twice'],
    [],
  ])
})

test('makes a post for each network that a row names, and reports each unknown or repeated name', () => {
  const networksOf = (cell: string) =>
    judged(`text,network,date,time\nHello,"${cell}",2025-12-04,08:30`).map(({ number, platform, cells, mistakes }) => [
      number,
      platform ?? cells.network,
      ...mistakes.map(({ kind }) => kind),
    ])
  const both = [
    [2, 'linkedin'],
    [2, 'twitter'],
  ]
  for (const cell of [
    'LinkedIn, X',
    'LinkedIn;Twitter',
    'لينكدإن، إكس',
    'LinkedIn\nX',
    'LinkedIn + X',
    'LinkedIn / X,',
  ])
    expect([cell, networksOf(cell)]).toEqual([cell, both])
  expect(networksOf('X, MySpace, Twitter')).toEqual([
    [2, 'twitter'],
    [2, 'MySpace', 'network'],
    [2, 'twitter', 'twice'],
  ])
  expect(networksOf('MySpace, Orkut')).toEqual([[2, 'MySpace, Orkut', 'network']])
  expect(networksOf('x,'.repeat(100_000)).length).toBeLessThan(30)
})

test('reads up to four picture addresses per row, and validates the post with its pictures', () => {
  const pictures = (cell: string, network = 'LinkedIn') =>
    judged(`text,network,date,time,Image URL\nHello,${network},2025-12-04,08:30,"${cell}"`).map(
      ({ pictures: found, mistakes }) => [...found, ...mistakes.map(({ kind }) => kind)],
    )
  const [one, two] = ['https://example.com/a.jpg', 'http://example.com/b.png?size=2']
  expect(pictures('')).toEqual([[]])
  for (const cell of [`${one} ${two}`, `${one}\n${two}`, `${one}, ${two}`]) expect(pictures(cell)).toEqual([[one, two]])
  expect(pictures(`${one} `.repeat(5))[0]?.at(-1)).toBe('pictures')
  expect(pictures('photo.jpg')).toEqual([['photo.jpg', 'pictures']])
  expect(pictures('file:///etc/passwd')[0]?.at(-1)).toBe('pictures')
  expect(pictures('', 'Instagram')).toEqual([['not-connected', 'text']])
  expect(pictures(one, 'Instagram')).toEqual([[one, 'not-connected']])
})

const tagged = (cells: readonly string[], more = {}) =>
  judged(
    `text,network,date,time,Tags\n${cells.map((cell, at) => `Post ${at},X,2025-12-04,08:30,"${cell}"`).join('\n')}`,
    more,
  ).map(({ tags, newTags, mistakes }) => ({ tags, newTags, mistakes: mistakes.map(({ kind }) => kind) }))
const tagsNamed = (...names: string[]) => names.map((name) => ({ id: name, name, colour: 'green' }))

test('reads the tags of each row, and names those that do not exist yet', () => {
  const tags = tagsNamed('Launch', 'Eid, 2026')
  expect(tagged(['', 'LAUNCH; Riyadh', '""eid, 2026""', 'a,b,c,d,e,f'], { tags })).toEqual([
    { tags: [], newTags: [], mistakes: [] },
    { tags: ['LAUNCH', 'Riyadh'], newTags: ['Riyadh'], mistakes: [] },
    { tags: ['eid, 2026'], newTags: [], mistakes: [] },
    { tags: [], newTags: [], mistakes: ['tags'] },
  ])
  const [arabic] = judged('النص;الشبكة;التاريخ;الوقت;التصنيفات\nHello;X;2025-12-04;08:30;العيد، الرياض')
  expect(arabic).toMatchObject({ tags: ['العيد', 'الرياض'], mistakes: [] })
})

test('rejects unknown tags if the user may not add tags, or if there would be too many', () => {
  expect(tagged(['Launch', 'Eid'], { tags: tagsNamed('Launch'), mayAddTags: false })).toMatchObject([
    { mistakes: [] },
    { mistakes: ['unknown-tag'] },
  ])
  const tags = tagsNamed(...Array.from({ length: MAX_TAGS - 2 }, (_, at) => `Tag ${at}`))
  expect(tagged(['x,y,z', 'x', 'X,y', 'z', 'Tag 1'], { tags }).map(({ mistakes }) => mistakes)).toEqual([
    ['too-many-tags'],
    [],
    [],
    ['too-many-tags'],
    [],
  ])
})

test('rejects a row whose post is already scheduled', () => {
  const csv = 'text,network,date,time\nHello,LinkedIn,2025-12-04,08:30'
  const post = { platform: 'linkedin', content: 'Hello', scheduledAt: '2025-12-04T05:30:00.000Z' }
  expect(kindsOf(csv, { scheduled: [post] })).toEqual([['there']])
  expect(kindsOf(csv, { scheduled: [{ ...post, content: 'Hello!' }] })).toEqual([[]])
})

test('counts a title line in row numbers, as spreadsheets do, and reports missing columns below it', () => {
  const [row] = judged('Posts\n\ntext,network,date,time\nHello,X,2025-12-04,08:30')
  expect(row?.number).toBe(4)
  expect(readTable('Posts\ntext,date\nHello,2025-12-04')).toMatchObject({ kind: 'missing' })
})

test('rejects a table with missing columns or too many rows', () => {
  expect(readTable('')).toEqual({ kind: 'empty' })
  expect(readTable('text,network,date,time\n\n')).toEqual({ kind: 'empty' })
  expect(readTable('text,date\nHello,2025-12-04')).toEqual({ kind: 'missing', columns: ['network', 'time'] })
  const rows = (count: number) => `text,network,date,time\n${'Hello,X,2025-12-04,08:30\n'.repeat(count)}`
  expect(readTable(rows(MAX_ROWS))).toMatchObject({ kind: 'rows' })
  expect(readTable(rows(MAX_ROWS + 1))).toEqual({ kind: 'too-many' })
})

test('skips blank rows of a table, reads the rows after them, and numbers rows as spreadsheets do', () => {
  const row = (text: string) => `${text},LinkedIn,2025-12-04,08:30`
  const withBlanks = (count: number) =>
    `\n,,,\ntext,network,date,time\n${Array.from({ length: count }, (_, n) => `${row(`Post ${n}`)}\n ,, ,\n\n`).join('')}`
  const rows = judged(withBlanks(MAX_ROWS))
  expect(rows.length).toBe(MAX_ROWS)
  expect(rows.slice(0, 3).map(({ number, cells }) => [number, cells.text])).toEqual([
    [4, 'Post 0'],
    [7, 'Post 1'],
    [10, 'Post 2'],
  ])
  expect(readTable(withBlanks(MAX_ROWS + 1))).toEqual({ kind: 'too-many' })
})

test('decodes tables in UTF-8 with and without byte order mark, in UTF-16 and in Windows-1256', () => {
  const utf8 = new TextEncoder().encode('النص')
  expect(decode(utf8)).toBe('النص')
  expect(decode(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]))).toBe('النص')
  expect(decode(new Uint8Array([0xff, 0xfe, 0x27, 0x06]))).toBe('ا')
  expect(decode(new Uint8Array([0xc7, 0xe1, 0xe4, 0xd5]))).toBe('النص')
  expect(decode(new Uint8Array([...new TextEncoder().encode('النص والشبكة'), 0xd8]))).toBe('النص والشبكة\uFFFD')
})

test('reads dates, times and network names of a table in common formats', () => {
  expect(
    ['2025-12-04', '2025/12/4', '4.12.2025', '04-12-2025', '٤/١٢/٢٠٢٥', '12/25/2025', '5/5/2026'].map(readDate),
  ).toEqual(['2025-12-04', '2025-12-04', '2025-12-04', '2025-12-04', AMBIGUOUS, '2025-12-25', '2026-05-05'])
  const short = ['31.12.27', '12/31/27', '31/12/27', '12-31-27', '32-12-31', '3.1.27', '٣١/١٢/٢٧']
  expect(short.map(readDate)).toEqual([
    '2027-12-31',
    '2027-12-31',
    '2027-12-31',
    '2027-12-31',
    '2032-12-31',
    '2027-01-03',
    '2027-12-31',
  ])
  expect(['3/12/27', '27-12-31', '05-06-07'].map(readDate)).toEqual([AMBIGUOUS, AMBIGUOUS, AMBIGUOUS])
  for (const bad of [
    '31.12.7',
    '31.13.27',
    '131.12.27',
    '',
    '2026-02-30',
    '31.02.2026',
    '2026-13-01',
    '1-2-3',
    '2025-12/04',
    '9'.repeat(1_000_000),
  ])
    expect(readDate(bad)).toBeNull()
  expect(['8:30', '08:30:00', '٨:٣٠ م', '20'].map(readTimeCell)).toEqual(['08:30', '08:30', '20:30', '20:00'])
  expect(['X', 'Twitter', 'إكس', 'FaceBook', 'إنستغرام', 'الثريدز', 'myspace', ''].map(readNetwork)).toEqual([
    'twitter',
    'twitter',
    'twitter',
    'facebook',
    'instagram',
    'threads',
    null,
    null,
  ])
})

test('reads tables in the formats that spreadsheet programs export', () => {
  const head = 'text,network,date,time'
  const hello = 'Hello,LinkedIn,2025-12-04,08:30'
  const files = [
    `sep=;\r\n${head.replaceAll(',', ';')}\r\n${hello.replaceAll(',', ';')}\r\n`,
    `\uFEFFSEP=,\n${head}\n${hello}`,
    `"sep=\t"\n${head.replaceAll(',', '\t')}\n${hello.replaceAll(',', '\t')}`,
    `${head}\r${hello}\r`,
    `${head}\r\n${hello}\n\r\n`,
    `${head},,,\r\n${hello},,,\r\n,,,,,,\r\n`,
    `" Text ","NETWORK","Publish_Date","publish time"\n${hello}`,
    `${head}\nHello,LinkedIn,2025/12/04 0:00:00,1899-12-30 08:30:00`,
    `${head}\n="Hello",LinkedIn,="2025-12-04","=""08:30"""`,
    `text,network,Date and time\nHello,LinkedIn,2025/12/04 8:30`,
    `text,network,date\nHello,LinkedIn,2025-12-04 8:30 AM`,
    `${head}\nHello,LinkedIn,45995,0.354166667`,
    `sep = ;\n${head.replaceAll(',', ';')}\n${hello.replaceAll(',', ';')}`,
    `Posts of Mona\n\n${head}\n${hello}`,
    `Posts, drafts\n${head.replaceAll(',', ';')}\n${hello.replaceAll(',', ';')}`,
    `,,\nPosts of Mona,,,\nas of today,,,\n${head}\n${hello}`,
    `${head}\r\n${hello}\r\n\u001A`,
    `${head}\n${hello}\n\u001A\n\u001A`,
    `\u00EF\u00BB\u00BF${head}\n${hello}`,
    `\u00EF\u00BB\u061F"text","network","date","time"\n${hello}`,
    `${head}\nHello,LinkedIn,04.12.25,08:30`,
    `${head}\nHello,LinkedIn,04.12.25 00:00:00,08:30:00`,
    `Text (required),Network*,Date (YYYY-MM-DD),Time [24 h] *\n${hello}`,
    `${head}\nHello,Linked In,2025. 12. 4.,08:30`,
    `${head}\nHello,LinkedIn (Page),4. 12. 2025,08:30`,
    `${head}\nHello,LinkedIn,2025年12月4日,08:30`,
    `${head}\nHello,LinkedIn,20251204,0830`,
    `text,network,date\nHello,LinkedIn,45995.354166667`,
    `text;network;date\nHello;LinkedIn;45995,354166667`,
    `text,network,date\nHello,LinkedIn,2025-12-04T05:30:00.000Z`,
    `text,network,date\nHello,LinkedIn,2025-12-04T01:30:00-0400`,
    `${head}\nHello,LinkedIn,2025-12-04,05:30 UTC`,
    `Content,Channel,Scheduled Time\nHello,LinkedIn,2025-12-04 08:30`,
    `"${head}"\n"${hello}"`,
    `"${head}",,\n"Hello,""LinkedIn"",2025-12-04,08:30",,`,
    `"text", "network", "date", "time"\n"Hello", "LinkedIn", "2025-12-04", "08:30"`,
    `${head}\n${hello}\n\0`,
    `النص؛الشبكة؛التاريخ؛الوقت\nHello؛LinkedIn؛2025-12-04؛08:30`,
    `نص المنشور,المنصة,تاريخ النشر,وقت النشر\nHello,لينكدإن,٤ ديسمبر ٢٠٢٥,٨:٣٠ صباحًا`,
  ]
  for (const csv of files)
    expect([csv, ...judged(csv)]).toMatchObject([
      csv,
      { platform: 'linkedin', at: new Date('2025-12-04T05:30:00Z'), cells: { text: 'Hello' }, mistakes: [] },
    ])
})

test('keeps line breaks, delimiters and quotation marks in the quoted text of a cell', () => {
  const [row] = judged('sep=;\r\ntext;network;date;time\r\n"One; ""two""\r\nthree";X;2025-12-04;08:30')
  expect(row?.cells.text).toBe('One; "two"\nthree')
})

test('decodes tables in UTF-16 without a byte order mark and in Windows-1252', () => {
  const text = 'text\tnetwork\tdate\ttime\nالنص\tX\t2025-12-04\t08:30'
  const little = Buffer.from(text, 'utf16le')
  expect(decode(new Uint8Array(little))).toBe(text)
  expect(decode(new Uint8Array(Buffer.from(little).swap16()))).toBe(text)
  expect(decode(new Uint8Array(Buffer.from('text,network\nMünchen señor Gruß café', 'latin1')))).toContain(
    'München señor Gruß café',
  )
})

test('reads dates with month names, and times with words such as "a.m."', () => {
  const days = ['1 December 2026', 'Dec 1, 2026', '1-Dec-26', 'Tuesday, December 1, 2026', '1 كانون الأول 2026', '46357']
  expect(days.map(readDate)).toEqual(days.map(() => '2026-12-01'))
  expect(['31 Feb 2026', '1 Decembre 2026', 'Dec 2026', '12345'].map(readDate)).toEqual([null, null, null, null])
  expect(['9:00 a.m.', '9:00:00 PM', '٩:٠٠ مساءً', '0.5', '9.30'].map(readTimeCell)).toEqual([
    '09:00',
    '21:00',
    '21:00',
    '12:00',
    '09:30',
  ])
})

test('reads or rejects any file as a table without throwing an exception', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=cmd()', '"', '""', ',', '\r', '\n', '\0', '__proto__'),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }), (lines) => {
      const table = readTable(`text,network,date,time\n${lines.map((cells) => cells.join(',')).join('\n')}`)
      if (table.kind === 'rows')
        expect(validateRows(table.rows, given).length).toBeGreaterThanOrEqual(table.rows.length)
    }),
    { numRuns: 200 },
  )
  // One text has a quotation mark that never closes. The other is a single line of two million characters.
  for (const text of [
    `text,network,date,time\n"${'x'.repeat(2_000_000)}`,
    'x'.repeat(2_000_000),
    ','.repeat(2_000_000),
  ])
    expect(['rows', 'empty', 'missing']).toContain(readTable(text).kind)
  expect(kindsOf(`text,network,date,time\n${'#a '.repeat(600_000)},X,2025-12-04,08:30`)).toEqual([['text']])
})
