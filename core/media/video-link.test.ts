import { expect, test } from 'vitest'
import { videoLink } from './video-link.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube', 'www.youtube.com'],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube', 'm.youtube.com'],
  ['https://youtu.be/dQw4w9WgXcQ', 'YouTube', 'youtu.be'],
  ['https://player.vimeo.com/video/76979871', 'Vimeo', 'player.vimeo.com'],
  ['https://frogs.wistia.com/medias/abc', 'Wistia', 'frogs.wistia.com'],
  ['https://www.dailymotion.com/video/x7u5kbm', 'Dailymotion', 'www.dailymotion.com'],
  ['https://clips.twitch.tv/Frog', 'Twitch', 'clips.twitch.tv'],
  ['https://fb.watch/abc/', 'Facebook', 'fb.watch'],
  ['https://www.instagram.com/reel/abc/', 'Instagram', 'www.instagram.com'],
  ['https://vm.tiktok.com/abc/', 'TikTok', 'vm.tiktok.com'],
  ['https://twitter.com/frog/status/1', 'X', 'twitter.com'],
  ['https://x.com/frog/status/1', 'X', 'x.com'],
])('recognizes the address %s as a video of %s', (url, platform, title) => {
  expect(videoLink(url)).toEqual({ url, platform, title })
})

test('recognizes the address of a video file on an unlisted site', () => {
  expect(videoLink('https://cdn.example/talks/Opening.MP4?download=1')).toEqual({
    url: 'https://cdn.example/talks/Opening.MP4?download=1',
    platform: 'MP4',
    title: 'cdn.example',
  })
  for (const ending of ['webm', 'ogg', 'mov', 'avi']) {
    expect(videoLink(`http://cdn.example/talk.${ending}`)?.platform).toBe(ending.toUpperCase())
  }
})

test('accepts a video address with surrounding spaces or without a scheme', () => {
  expect(videoLink('  youtu.be/dQw4w9WgXcQ ')?.url).toBe('https://youtu.be/dQw4w9WgXcQ')
})

test.each([
  'https://youtube.com.evil.example/watch?v=1',
  'https://notyoutube.com/watch?v=1',
  'https://evil.example/youtube.com',
  'https://youtube.com@evil.example/watch',
  'https://evil.example/?file=talk.mp4',
  'https://evil.example/#talk.mp4',
  'javascript:alert("youtube.com")',
  'ftp://cdn.example/talk.mp4',
  'data:video/mp4;base64,AAAA',
  'https://{host}/video',
  'https://',
  'a talk about frogs',
  '',
])('returns null for the text %s, which is not a video address', (typed) => {
  expect(videoLink(typed)).toBeNull()
})

test('rejects a video address longer than a post accepts', () => {
  expect(videoLink(`https://youtu.be/${'a'.repeat(1_984)}`)).toBeNull()
  expect(videoLink(`https://youtu.be/${'a'.repeat(1_983)}`)).not.toBeNull()
})
