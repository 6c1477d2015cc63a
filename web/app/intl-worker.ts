// The first formatting loads locale data for all threads. It takes 80 ms on a phone, so a worker does it in the
// background.
const language = self.name
new Intl.NumberFormat(language).format(1)
new Intl.PluralRules(language).select(1)
new Intl.DateTimeFormat(language, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZoneName: 'shortOffset',
}).format(0)
self.postMessage('read', {})
close()
