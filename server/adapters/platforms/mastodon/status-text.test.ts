import { expect, test } from 'vitest'
import { comparable, comparableHtml } from './status-text.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

test.each([
  ['Two lines\nand more', '<p>Two lines<br />and more</p>'],
  ['One\n\n\n\nTwo', '<p>One</p><p>Two</p>'],
  ['5 < 6 & "7" \'8\'', '<p>5 &lt; 6 &amp; &quot;7&quot; &#39;8&#x27;</p>'],
  [
    'Read https://najd.example/a/very/long/path?x=1&y=2 now',
    '<p>Read <a href="https://najd.example/a/very/long/path?x=1&amp;y=2" rel="nofollow"><span class="invisible">https://</span><span class="ellipsis">najd.example/a/very</span><span class="invisible">/long/path?x=1&amp;y=2</span></a> now</p>',
  ],
  [
    'Thanks @sara@other.example #شحن',
    '<p>Thanks <span class="h-card"><a href="https://other.example/@sara" class="u-url mention">@<span>sara</span></a></span> <a href="https://here.example/tags/x" class="mention hashtag" rel="tag">#<span>شحن</span></a></p>',
  ],
  ['Thanks @layla@gone.example', '<p>Thanks @layla@gone.example</p>'],
])('recognizes the text %j in a Mastodon post', (text, html) => {
  expect(comparableHtml(html)).toBe(comparable(text))
})

test('distinguishes two different texts of Mastodon posts', () => {
  expect(comparableHtml('<p>Another</p>')).not.toBe(comparable('One'))
})

test('reads hostile HTML in linear time', () => {
  for (const piece of ['<', '<a ', '&', '&#', '@a@', '@a.', '</p>', 'http://a.b/']) {
    const spent = processorTimer()
    comparableHtml(piece.repeat(400_000 / piece.length))
    expect(spent()).toBeLessThan(5_000)
  }
})
