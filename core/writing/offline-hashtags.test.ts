import { expect, test } from 'vitest'
import { offlineHashtags } from './offline-hashtags.ts'

test.each([
  ['digital transformation', '#DigitalTransformation'],
  ['Remote work', '#RemoteWork'],
  ['Mental health at work', '#MentalHealth'],
  ['Hiring in Amman', '#Hiring #Amman'],
  ['SAR 40,000 saved by the DEWA tender', '#DEWATender'],
  ['State-of-the-art logistics', '#Logistics'],
  ['Vision 2030', '#Vision2030'],
  ['AI', '#AI'],
  ['التحول الرقمي', '#التحول_الرقمي'],
  ['التعليم المستمر', '#التعليم_المستمر'],
  ['خدمة العملاء', '#خدمة_العملاء'],
  ['سوق العمل', '#سوق_العمل'],
  ['رؤية 2030', '#رؤية_2030'],
  ['لماذا يغادر الموظفون الجيدون بعد عامين', '#الموظفون_الجيدون'],
  ['الصحة النفسية في العمل', '#الصحة_النفسية'],
])('creates hashtags from the noun phrases of the topic: %s', (topic, expected) => {
  expect(offlineHashtags({ topic }).join(' ')).toBe(expected)
})

test.each([
  'Paper beats screens',
  'Dogs bark',
  'Prices rise',
  'Teams work',
  'The shop closes at six',
  'Why good people leave after two years',
  'How small firms hire now',
  'الحي تعود',
  'عاد الحي إلى الحياة',
  'القهوة تفقد رائحتها',
  'المكتبة تغلق أبوابها',
  'البنك يغلق فروعه',
  'اجتماع كان يكفي عنه جدول',
])('creates no hashtag from a subject and its verb: %s', (topic) => {
  expect(offlineHashtags({ topic })).toEqual([])
  expect(offlineHashtags({ title: topic, text: `${topic}. ${topic}.` })).toEqual([])
})

test('creates hashtags from noun phrases that the text repeats', () => {
  const english =
    'The heat pumps came in May. Tenants like the heat pumps. Tenants slept better, the board said. Tenants slept with open windows.'
  expect(offlineHashtags({ text: english })).toEqual(['#HeatPumps'])
  const arabic = 'وصلت القوافل الطبية إلى القرى. يثق الناس بالقوافل الطبية. تعود القوافل كل أسبوع، وتعود معها الثقة.'
  expect(offlineHashtags({ text: arabic })).toEqual(['#القوافل_الطبية'])
})
