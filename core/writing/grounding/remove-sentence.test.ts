import { expect, test } from 'vitest'
import { removeSentence } from './remove-sentence.ts'

const taken = (draft: string, words: string) => {
  const start = draft.indexOf(words)
  return removeSentence(draft, { start, end: start + words.length })
}

test.each([
  ['One holds. Six in ten left. Three stay.', 'Six in ten', 'One holds. Three stay.'],
  ['One holds. Six in ten left.\n\nThree stay.', 'Six in ten', 'One holds.\n\nThree stay.'],
  ['One holds.\n\nSix in ten left.\n\nThree stay.', 'Six in ten', 'One holds.\n\nThree stay.'],
  ['Six in ten left', 'Six in ten', ''],
  ['It fell by 3.5% in May. It rose.', '3.5%', 'It rose.'],
  ['بقي واحد. غادر ٦٠٪ منهم؟ عاد اثنان.', '٦٠٪', 'بقي واحد. عاد اثنان.'],
  ['She said “It was 9. It was late.” We left.', '“It was 9. It was late.”', 'We left.'],
])("removes a claim's sentence. Draft: %j. Claim: %j. Result: %j", (draft, words, rest) => {
  expect(taken(draft, words)).toBe(rest)
})
