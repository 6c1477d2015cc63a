import { describe, expect, test } from 'vitest'
import type { WritingTask } from './prompt.ts'
import { isRefusal } from './refusal.ts'
import { tidyDraft, tidyText } from './tidy-draft.ts'

const TEXT = 'Approvals took nine days.\n\nThen four names went off the form.'
const ARABIC = 'استغرقت الموافقات تسعة أيام.\n\nثم حُذفت أربعة أسماء.'

test.each([
  ['headings', `# Approvals took nine days.\n\nThen four names went off the form.`, TEXT],
  ['bold and italic', '**Approvals** took _nine_ days.\n\nThen *four* names went off the `form`.', TEXT],
  ['a fence', `\`\`\`markdown\n${TEXT}\n\`\`\``, TEXT],
  ['rules and quotes', `---\n> Approvals took nine days.\n\n***\nThen four names went off the form.`, TEXT],
  ['a list', 'Names:\n* one\n* two', 'Names:\n• one\n• two'],
  ['HTML', '<p>Approvals took nine days.</p><br><br>Then four names went off the form.', TEXT],
  ['a link', 'Read [the report](https://pond.com/r).', 'Read the report (https://pond.com/r).'],
  ['a picture', `${TEXT}\n\n![x](https://evil.example/p.png)`, TEXT],
  ['a table', '| week | days |\n|---|---|\n| 1 | 9 |', 'week – days\n1 – 9'],
  ['escaped line breaks', 'Approvals took nine days.\\n\\nThen four names went off the form.', TEXT],
])('removes Markdown from a draft: %s', (_what, content, tidy) => {
  expect(tidyText(content)).toBe(tidy)
})

test.each([
  '2 * 3 * 4 is 24, and max_tokens and __init__ are names.',
  '#work is a hashtag. - A dash. 5 > 3.',
  'Nine days:\n- one name\n- two names\n1. first',
  'Here is what nine days cost: one customer.',
  'Sure, nine days is long.',
  'هذا ما كلفته تسعة أيام: عميل واحد.',
])('keeps a text without Markdown: %s', (content) => {
  expect(tidyText(content)).toBe(content)
})

test.each([
  `Here is your post:\n\n${TEXT}`,
  `Here's a LinkedIn post about approvals:\n${TEXT}`,
  `Sure! Here is the draft you asked for:\n\n${TEXT}`,
  `Certainly!\n\n${TEXT}`,
  `**LinkedIn post:**\n\n${TEXT}`,
  `"${TEXT}"`,
  `${TEXT}\n\nLet me know if you'd like any changes!`,
  `${TEXT}\n\n(Word count: 10)`,
])("removes a model's remarks around an English post: %j", (content) => {
  expect(tidyText(content)).toBe(TEXT)
})

test.each([
  `إليك المنشور:\n\n${ARABIC}`,
  `بالتأكيد! إليكم منشورًا عن الموافقات:\n${ARABIC}`,
  `فيما يلي نص المنشور المطلوب:\n${ARABIC}`,
  `المنشور:\n${ARABIC}`,
  `${ARABIC}\n\nأخبرني إذا أردت أي تعديل.`,
  `${ARABIC}\n\nهل ترغب في نسخة أقصر؟`,
])("removes a model's remarks around an Arabic post: %j", (content) => {
  expect(tidyText(content)).toBe(ARABIC)
})

describe('hashtags', () => {
  const task: WritingTask = {
    platform: 'linkedin',
    language: 'english',
    topic: 'Approvals',
    contentType: 'educational',
    tone: 'professional',
    source: null,
  }
  const tagsOf = (hashtags: string[], more: Partial<WritingTask> = {}, content = TEXT) =>
    tidyDraft({ ...task, ...more }, { content, hashtags }).hashtags

  test('keeps as many hashtags as the prompt allows for the network', () => {
    const tags = ['#one', '#two', '#three', '#four', '#five', '#six']
    expect(tagsOf(tags)).toEqual(tags.slice(0, 3))
    expect(tagsOf(tags, { platform: 'twitter' })).toEqual(['#one'])
    expect(tagsOf(tags, { platform: 'instagram' })).toEqual(tags.slice(0, 5))
    expect(tagsOf(tags, {}, `${TEXT} About #names.`)).toEqual(tags.slice(0, 2))
  })

  test('keeps all hashtags if the author asks for hashtags', () => {
    const tags = ['#one', '#two', '#three', '#four', '#ثقة']
    expect(tagsOf(tags, { topic: 'Approvals, with five hashtags' })).toEqual(tags)
    expect(tagsOf(tags, { facts: 'أريد خمسة وسوم' })).toEqual(tags)
  })

  test("removes hashtags in another language if one in the post's language remains", () => {
    expect(tagsOf(['#one', '#ثقة'])).toEqual(['#one'])
    expect(tagsOf(['#ثقة'])).toEqual(['#ثقة'])
  })

  test('moves a final line of hashtags from the text to the list of hashtags', () => {
    expect(tidyDraft(task, { content: `${TEXT}\n\nHashtags: #work #names`, hashtags: ['#work'] })).toEqual({
      content: TEXT,
      hashtags: ['#work', '#names'],
    })
  })
})

test.each([
  "I'm sorry, but I can't help with that.",
  'I’m sorry, I cannot write a post about this topic.',
  "I can't create content about that.",
  'As an AI language model, I have no opinion.',
  'Unfortunately, I am unable to write this post.',
  'عذرًا، لا أستطيع كتابة هذا المنشور.',
  'لا أستطيع المساعدة في هذا الطلب.',
  'بصفتي نموذجًا لغويًا، لا رأي لي.',
  'للأسف لا يمكنني كتابة منشور عن ذلك.',
])("recognizes a model's refusal to write a post: %s", (text) => {
  expect(isRefusal(text)).toBe(true)
})

test.each([
  'Sorry is the hardest word in a ward.',
  "I can't write without coffee, says the editor.",
  'Unfortunately, nine days is long.',
  'لا أستطيع تحمّل الانتظار تسعة أيام، يقول المدير.',
  'للأسف، تسعة أيام مدة طويلة.',
])('accepts a post that starts like a refusal: %s', (text) => {
  expect(isRefusal(text)).toBe(false)
})
