// Adds a search to /faq and a URL to each question. It uses no library.
;(function () {
  var all = [...document.querySelectorAll('#questions details')]
  var form = document.getElementById('faq-search')
  var none = document.getElementById('faq-none')
  if (!form || !none || all.length === 0) return
  var field = form.querySelector('input')

  // Normalizes letters that users interchange in searches, as in core/search-pattern.ts.
  function plain(text) {
    return text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f\u0640\u064b-\u065f\u0670]/g, '')
      .replace(/[أإآٱ]/g, 'ا')
      .replace(/[ىئ]/g, 'ي')
      .replace(/ة/g, 'ه')
      .replace(/ؤ/g, 'و')
      .replace(/[’‘]/g, "'")
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  }
  var texts = new Map(all.map((one) => [one, plain(one.textContent)]))

  function search() {
    var words = plain(field.value).split(/\s+/).filter(Boolean)
    var found = 0
    for (var one of all) {
      var fits = words.every((word) => texts.get(one).includes(word))
      one.hidden = !fits
      // Opens each question that matches, because the match may be in its answer.
      if (words.length > 0 || one.dataset.found) one.open = fits && words.length > 0
      one.dataset.found = fits && words.length > 0 ? '1' : ''
      if (fits) found++
    }
    var text = found === 0 ? none.dataset.none : ''
    if (none.textContent !== text) none.textContent = text
  }

  function openNamed() {
    var named = all.find((one) => '#' + one.id === location.hash)
    if (!named) return
    named.hidden = false
    named.open = true
    named.scrollIntoView()
  }

  form.hidden = false
  field.addEventListener('input', search)
  for (let one of all) {
    one.querySelector('summary').addEventListener('click', function () {
      // The question toggles after this event. Only questions that the user opens change the URL, not those that the
      // search opens.
      history.replaceState(null, '', one.open ? location.pathname + location.search : '#' + one.id)
    })
  }
  addEventListener('hashchange', openNamed)
  openNamed()
  // The browser may restore the search text when the user returns to the page.
  if (field.value) search()
})()
