// Makes the field of the landing page work. It uses no library.
;(function () {
  var form = document.querySelector('form[data-part="guest"]')
  var field = form && form.querySelector('textarea')
  if (!field) return

  form.addEventListener('submit', function (event) {
    event.preventDefault()
    var text = field.value.trim()
    // Browsers do not send the part after # to a server, so it appears in no log.
    if (text) location.href = form.action + '#' + encodeURIComponent(text)
    else field.focus()
  })
  field.addEventListener('keydown', function (event) {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    form.requestSubmit()
  })
  // A visitor who returns finds the drafts again. The name is that of web/lib/guest-drafts.ts.
  var base = document.documentElement.dataset.base
  var back = form.querySelector('[data-part="guest-drafts"]')
  try {
    if (back && localStorage.getItem((base ? base + ' ' : '') + 'frogy.guest-drafts')) back.hidden = false
  } catch {
    // Storage is blocked, so there are no drafts.
  }

  for (let chip of form.querySelectorAll('[data-example]')) {
    chip.addEventListener('click', function () {
      field.value = chip.dataset.example
      field.scrollTop = 0
      form.querySelector('[type="submit"]').focus()
    })
  }
})()
