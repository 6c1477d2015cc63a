// Adds a search to /faq and a URL to each question. It uses no library.
;(function () {
  var all = [...document.querySelectorAll('#questions details')]
  var form = document.getElementById('faq-search')
  var none = document.getElementById('faq-none')
  if (!form || !none || all.length === 0) return
  var field = form.querySelector('input')

  // Letters that users interchange in searches, as in core/search-pattern.ts.
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
      // Open the match: it may be in the answer.
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
      // The toggle follows. Only questions opened by hand change the URL.
      history.replaceState(null, '', one.open ? location.pathname + location.search : '#' + one.id)
    })
  }
  addEventListener('hashchange', openNamed)
  openNamed()
  // The browser may restore the field when the user returns.
  if (field.value) search()
})()
