import { expect, test } from 'vitest'
import { offlineIntent } from './offline-intent.ts'

test.each([
  ['Thanks!', 'thanks'],
  ['Okay, thank you so much', 'thanks'],
  ['شكرًا', 'thanks'],
  ['شكرًا جزيلًا لك', 'thanks'],
  ['Hello Frogy', 'greeting'],
  ['السلام عليكم', 'greeting'],
  ['What can you do?', 'help'],
  ['Which of my posts did best?', 'best'],
  ['How did my posts perform last month?', 'best'],
  ['ما أفضل منشوراتي؟', 'best'],
  ['أي منشوراتي حقق أكبر تفاعل؟', 'best'],
  ['What’s on my schedule?', 'coming'],
  ['When is my next post?', 'coming'],
  ['ما المنشورات المجدولة؟', 'coming'],
  ['Show my drafts', 'drafts'],
  ['أين مسوداتي؟', 'drafts'],
  ['Which of my posts failed?', 'trouble'],
])('recognizes a sentence that contains no topic: %s', (question, kind) => {
  expect(offlineIntent(question)).toEqual({ kind })
})

test.each([
  ['How do I write about layoffs without sounding cold?', 'Layoffs without sounding cold?'],
  ['Write a LinkedIn post about our new clinic', 'Our new clinic'],
  ['Please help me write something about hiring', 'Hiring'],
  ['Give me ideas for a post about remote work', 'Remote work'],
  ['كيف أكتب عن تأخر الموافقات؟', 'تأخر الموافقات؟'],
  ['اكتب منشورًا عن القهوة السعودية', 'القهوة السعودية'],
  ['Thanks to our nurses, the queue is gone', 'Thanks to our nurses, the queue is gone'],
  ['The best post office in town closes', 'The best post office in town closes'],
  ['Our schedule was wrong for years', 'Our schedule was wrong for years'],
  ['How we write about safety', 'How we write about safety'],
  ['شكر المعلمين في يومهم', 'شكر المعلمين في يومهم'],
])('takes the topic from a request: %s', (question, topic) => {
  expect(offlineIntent(question)).toEqual({ kind: 'topic', topic })
})
