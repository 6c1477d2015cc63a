import { describe, expect, test } from 'vitest'
import { Email } from './auth-contract.ts'

describe('email addresses', () => {
  test.each([
    ...Array.from(
      '\u200e\u200f\u061c\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e\ufeff\u00a0\u200b\u200c\u200d\u2060',
    ),
    '\u2067\u200f ',
    '\r\n\t',
  ])('removes the invisible mark %j around an email address', (mark) => {
    expect(Email.parse(`${mark}Mona@example.com${mark}`)).toBe('mona@example.com')
  })

  test.each([
    ['an Arabic domain', 'x4@مثال.إختبار', 'x4@xn--mgbh0fb.xn--kgbechtv'],
    ['its Punycode', 'x4@xn--mgbh0fb.xn--kgbechtv', 'x4@xn--mgbh0fb.xn--kgbechtv'],
    ['its Punycode in capitals', 'X4@XN--MGBH0FB.XN--KGBECHTV', 'x4@xn--mgbh0fb.xn--kgbechtv'],
    ['an Arabic name under a Latin domain', 'x4@مثال.example', 'x4@xn--mgbh0fb.example'],
    ['a German domain in capitals', 'x4@MÜNCHEN.example', 'x4@xn--mnchen-3ya.example'],
    ['full-width letters and full stop', 'x4@ｅxample。com', 'x4@example.com'],
    ['marks within', '\u2067x4\u200f@\u200eمثال\u200f.إختبار', 'x4@xn--mgbh0fb.xn--kgbechtv'],
    ['full-width @', 'x4\uFF20a.example', 'x4@a.example'],
    ['tatweel', 'x4@مـثـال.إختبار', 'x4@xn--mgbh0fb.xn--kgbechtv'],
    ['a name before it', 'Mona Q. <x4@a.example>', 'x4@a.example'],
    ['the address of a link', 'mailto:X4@a.example', 'x4@a.example'],
    ['brackets', '(x4@a.example)', 'x4@a.example'],
    ['quotation marks', '“x4@a.example”', 'x4@a.example'],
    ['single quotation marks', "'x4@a.example'", 'x4@a.example'],
    ['plus and dots', "Mona.O'Neil+news@Mail.Example.com", "mona.o'neil+news@mail.example.com"],
  ])('normalizes a typed email address: %s', (_what, typed, stored) => {
    expect(Email.parse(typed)).toBe(stored)
    expect(Email.parse(stored)).toBe(stored)
  })

  test.each(['،', '؛', '؟', '.', ',', ';', '>', ')', '»', '۔', '،\u200f ', '…'])(
    'removes the punctuation %j after an email address',
    (mark) => {
      expect(Email.parse(`x4@a.example${mark}`)).toBe('x4@a.example')
      expect(Email.parse(`x4@مثال.example${mark}`)).toBe('x4@xn--mgbh0fb.example')
    },
  )

  test.each([
    ['x4@a،b.example', 'an Arabic comma in the domain'],
    ['x4@a.example،x5@b.example', 'two addresses'],
    ['x4@a.example، ثم', 'words after it'],
    ['x4@a.exa…mple', 'an ellipsis'],
    ['', 'nothing'],
    ['\u200e\u200f', 'only marks'],
    ['mona', 'a name'],
    ['mona@example', 'no dot'],
    ['mona@.example.com', 'an empty label'],
    ['mona@@example.com', 'two signs'],
    ['mona@example.com/a', 'a path'],
    ['mona@1.2.3.4', 'an IP address'],
    ['mona@[::1]', 'an IPv6 address'],
    ['mona@exa mple.com', 'a blank'],
    ['منى@مثال.إختبار', 'an Arabic name in front'],
    ['mo\u212aa@example.com', 'a Kelvin sign instead of k'],
    ['mоna@example.com', 'a Cyrillic o'],
    [`mona@${'a'.repeat(250)}.com`, 'more than 254 characters'],
  ])('rejects the email address %j, which has this fault: %s', (typed) => {
    expect(Email.safeParse(typed).success).toBe(false)
  })
})
