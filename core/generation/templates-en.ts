import type { Templates } from './template.ts'

export const TEMPLATES_EN: Templates = {
  hooks: {
    professional: [
      'A closer look at {topic}.',
      'Worth a considered view: {topic}.',
      'The practical side of {topic}.',
      'Some working notes on {topic}.',
    ],
    casual: [
      'Let’s talk about {topic}.',
      'Quick thought on {topic}, no jargon.',
      'Here’s one for the coffee break: {topic}.',
      'Okay, {topic}. Where do we even start?',
    ],
    inspirational: [
      'What could become possible with {topic}?',
      'Every change starts with an honest question. Today’s is about {topic}.',
      'Small steps count, with {topic} too.',
      'Imagine giving {topic} the attention it deserves.',
    ],
    authoritative: [
      'On {topic}, clarity comes before speed.',
      'It is time for a clear position on {topic}.',
      'The decisions that matter in {topic} begin with a standard.',
      'Let us be precise about {topic}.',
    ],
  },
  framings: {
    educational: [
      'A better understanding rarely takes more information. It takes better questions, asked in the right order.',
      'Before the details, it helps to agree on what the words mean, whom it concerns and what a good result looks like.',
      'Opinions are easy to collect. Separating what we know from what we assume is harder, and far more useful.',
    ],
    promotional: [
      'A good offer explains itself: the need first, the answer second, the next step last.',
      'Before asking for attention, it is fair to say plainly whom this is for and what it changes for them.',
      'What counts is not how loudly something is announced but how easily its benefit can be checked.',
    ],
    personal: [
      'Some lessons only become visible when they are written down. This is an attempt to do that, plainly.',
      'Behind a professional topic there is often a personal one: what to repeat, and what to leave out next time.',
      'An experience is worth sharing when it is honest about both sides: what worked and what did not.',
    ],
    engagement: [
      'There is rarely one right view here, and that is exactly why the conversation is worth having.',
      'The most useful answers tend to come from the people who deal with it every day.',
      'Each role sees a different side of it. Putting those views next to each other is where it gets interesting.',
    ],
  },
  pointsIntro: {
    educational: 'Questions worth settling first:',
    promotional: 'To make it concrete:',
    personal: 'What I keep asking myself:',
    engagement: 'Points for discussion:',
  },
  points: {
    educational: [
      'Which term is most often misunderstood, and how would it be explained in one sentence?',
      'What has to be in place before the first step makes sense?',
      'Which mistake can be avoided with a little preparation?',
      'How can progress be recognised without guessing?',
      'What is the first advice for anyone who starts now?',
    ],
    promotional: [
      'Who gains the most from it, and in which situation?',
      'Which problem does it take off people’s hands?',
      'What makes it different, in one sentence and without superlatives?',
      'What is the simplest way to try it?',
      'Which doubt comes up first, and what is the honest answer?',
    ],
    personal: [
      'What was the moment that changed my view of it?',
      'What would I do the same way again?',
      'What would I leave out next time?',
      'Who helped me to see it differently?',
      'What am I still learning?',
    ],
    engagement: [
      'Which view would you defend, and why?',
      'Which experience has shaped your opinion?',
      'Which side of it is talked about too little?',
      'What would you change first if it were up to you?',
      'Which common advice no longer holds?',
    ],
  },
  stances: {
    professional: [
      'The aim is not a final answer but a sound basis for the next decision.',
      'Clear terms, a shared goal and an honest look at the effort: that is usually enough to begin well.',
    ],
    casual: [
      'No grand theory needed. A plain answer and one small next step already go a long way.',
      'Keep it simple, try one thing, see what happens, adjust. That works more often than a perfect plan.',
    ],
    inspirational: [
      'Progress rarely looks big on the day it begins. It looks like a quiet decision to take the first step.',
      'The first step does not have to be perfect. It has to be taken.',
    ],
    authoritative: [
      'Without a standard, all options look equally good. Settle the standard first, then the course.',
      'Results begin with a named goal, an owner and a measure of success, before anything else.',
    ],
  },
  closings: {
    educational: [
      'Which question would you add?',
      'What should more people know about this?',
      'Which explanation has helped you most?',
    ],
    promotional: [
      'Interested in the details? A short message is enough.',
      'Who should hear about this?',
      'What would you want to know first?',
    ],
    personal: [
      'Have you been through something similar?',
      'What has your own experience taught you?',
      'What would you have done?',
    ],
    engagement: ['What is your view?', 'Agree or disagree, and why?', 'Which view is still missing here?'],
  },
  factsIntro: 'The facts:',
  sourceIntro: {
    educational: 'From the source, word for word:',
    promotional: 'From the source:',
    personal: 'Lines worth keeping, from the source:',
    engagement: 'For discussion, from the source:',
  },
  titledSourceIntro: 'From {title}:',
  noTopic: 'this topic',
  topicNoun: '',
  quotes: ['“', '”'],
  otherQuotes: ['«', '»'],
}
