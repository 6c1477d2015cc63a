import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

test.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  [
    'Dr. Haddad earns 3.5 million, i.e. a lot. She lives in the U.S. now.',
    ['Dr. Haddad earns 3.5 million, i.e. a lot.', 'She lives in the U.S. now.'],
  ],
  ['J. K. Smith came. See example.com for more.', ['J. K. Smith came.', 'See example.com for more.']],
  ['She said, “Come in.” Then she left.', ['She said, “Come in.”', 'Then she left.']],
  ['“Why?” she asked. Nobody knew.', ['“Why?” she asked.', 'Nobody knew.']],
  ['هل وصلنا؟ نعم، وصلنا. شكراً!', ['هل وصلنا؟', 'نعم، وصلنا.', 'شكراً!']],
  ['قال د. سامي إن النتيجة جيدة. وانتهى اللقاء.', ['قال د. سامي إن النتيجة جيدة.', 'وانتهى اللقاء.']],
  ['بلغت النسبة ٣٫٥ في المئة. وهي أعلى.', ['بلغت النسبة ٣٫٥ في المئة.', 'وهي أعلى.']],
  ['A heading\n\nA sentence.', ['A heading', 'A sentence.']],
  [
    'This line is long enough to have been broken by the page that it\ncomes from. Next.',
    ['This line is long enough to have been broken by the page that it comes from.', 'Next.'],
  ],
  ['', []],
])('splits the text %j into the sentences %j', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences)
})
