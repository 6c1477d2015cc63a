import { describe, expect, test } from 'vitest'
import { Name } from './auth-contract.ts'

describe('address in a user name', () => {
  test.each([
    'www.evil.example',
    'WWW.Evil',
    'evil.example',
    'evil.example/path',
    'Layla evil.com',
    'evil.com.',
    'Win at evil.co',

    'evil.unknown/offer',
    'evil.unknown:8080',
    'https://evil',
    '//evil.example',
    'evil．example',
    'evil。com',
    'evil｡com',

    'ev\u200bil\u200b.\u200bcom',
    'evil\u2060.com',
    'www . evil . com',
    'evil .com',
    'evil[.]com',
    'evil (dot) com',

    'ｅｖｉｌ.ｃｏｍ',
    'evil.рф',
    'зло.рф',
    'موقع.السعودية',
    'مثال.إختبار',
    '例子.中国',
    'xn--80aa.xn--p1ai',
    'münchen.de',

    'layla@evil.example',
    'a@b',
    '10.0.0.1',
    '192.168.1.1/a',
    '+971 50 123 4567',
    'Call 050-123-4567',
    '٠٥٠١٢٣٤٥٦٧',
    't.me/evil',
    'bit.ly',
    'evil.example?x=1',
  ])('rejects the name %j, which contains an address', (name) => {
    const { error } = Name.safeParse(name)
    expect(error?.issues[0]).toMatchObject({ params: { text: 'name' } })
  })

  test.each([
    'St. John',
    'J.R.R. Tolkien',
    'J. R. R.',
    'د. أحمد',
    'د.أحمد',
    'أ.د. محمد',
    'Mary.Anne',
    'Mary-Anne',
    "O'Neil",

    'Dr.Smith',
    'Jr.',
    'Layla III',
    'Omar 2nd',
    'Agent 007',
    'عبد الله',
    'م. نورة',
    'Anne Marie S.',
    'Ph.D.',
    'Mr.Bean',
    'Nguyễn Văn A.',
    '李小龙',
    'Ødegård',
    'Jean‑Luc',
    'Layla / Noura',
  ])('accepts the name %j, which contains no address', (name) => expect(Name.parse(name)).toBe(name))
})
