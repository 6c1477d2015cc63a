import { openingLine } from '../../cut-text.ts'
import type { About, Angle, AngleKind } from './contract.ts'

// Angles for a topic when no model is configured. Frogy then makes an outline from the angle that the user chooses.

const TEXTS: Record<
  About['language'],
  { intro: string; again: string; angles: Record<AngleKind, readonly [title: string, summary: string]> }
> = {
  english: {
    intro:
      'No AI model is connected, so Frogy can’t chat. Here are three ways to write about your topic. Each opens as an outline for you to complete.',
    again: 'Three more ways to write about it:',
    angles: {
      story: [
        'one moment that shows it',
        'Opens with a scene you saw yourself, then one figure from before and after. It ends with what surprised you.',
      ],
      opinion: [
        'what you no longer believe',
        'Opens with the rule you would have defended, and the case that broke it. It ends where the old rule still holds.',
      ],
      how_to: [
        'the remedy, step by step',
        'Opens with a figure that made you look twice, then the problem, its cause and what was done about it.',
      ],
      lesson: [
        'three lessons, one line each',
        'Opens with a quotation, then three lessons: do this, avoid that, expect this cost.',
      ],
      news: [
        'what happened, and what it means',
        'Opens with who did what and when, without adjectives. It ends with the date or the decision to watch.',
      ],
      question: [
        'the question nobody asks',
        'Opens with the question itself, says why it is left out, and asks those who have an answer.',
      ],
    },
  },
  arabic: {
    intro: 'لا يوجد نموذج متصل، فهذه ليست محادثة. هذه ثلاث زوايا للموضوع، وكل منها يفتح مخططًا لملئه من تجربتك.',
    again: 'ثلاث زوايا أخرى:',
    angles: {
      story: ['مشهد واحد من العمل', 'يبدأ بمشهد رأيته بنفسك، ثم رقم واحد قبل التغيير وبعده، ويختم بما فاجأك.'],
      opinion: ['قناعة تغيّرت', 'يبدأ بالقاعدة القديمة والحالة التي نقضتها، ويختم بما بقي صحيحًا منها.'],
      how_to: ['الحل خطوة بخطوة', 'يبدأ برقم لافت، ثم المشكلة وسببها وخطوات حلها.'],
      lesson: ['ثلاثة دروس في ثلاثة أسطر', 'يبدأ بكلام سمعته، ثم ما ينبغي فعله، وما يُفضَّل تركه، وكلفة ذلك.'],
      news: ['ما جرى وما معناه', 'يبدأ بمن فعل ماذا ومتى، بلا أوصاف، ويختم بالموعد أو القرار المرتقب.'],
      question: ['السؤال الذي لا يُطرح', 'يبدأ بالسؤال نفسه، ويبيّن سبب إغفاله، ويتوجه به إلى من لديه إجابة.'],
    },
  },
}

const SETS = [
  ['story', 'opinion', 'how_to'],
  ['lesson', 'news', 'question'],
] as const
const TOPIC_LIMIT = 90

/**
 * Suggests three angles for a topic. Two sets of angles alternate.
 * @param turn the number of earlier requests in the conversation
 */
export function offlineAngles(
  { question, language }: Pick<About, 'language'> & { question: string },
  turn: number,
): { text: string; angles: Angle[] } {
  const { intro, again, angles } = TEXTS[language]
  const topic = topicOf(question)
  return {
    text: turn === 0 ? intro : again,
    angles: (SETS[turn % 2] ?? SETS[0]).map((kind) => {
      const [way, summary] = angles[kind]
      return { kind, title: topic ? `${topic}: ${way}` : way, summary }
    }),
  }
}

const topicOf = (question: string): string => openingLine(question, TOPIC_LIMIT).replace(/[.!:؟?،,;؛\s]+$/u, '')
