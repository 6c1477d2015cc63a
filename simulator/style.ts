/** The look of the simulator's pages: the product's values, in one sheet that travels inside each page. */
export const STYLE = `
@font-face { font-family: "Hanken Grotesk"; src: url(/fonts/latin.woff2) format("woff2"); font-weight: 100 900; font-display: swap; }
@font-face { font-family: "IBM Plex Sans Arabic"; src: url(/fonts/arabic-400.woff2) format("woff2"); font-weight: 400; font-display: swap; unicode-range: U+600-6FF, U+200C-200F; }
@font-face { font-family: "IBM Plex Sans Arabic"; src: url(/fonts/arabic-600.woff2) format("woff2"); font-weight: 600; font-display: swap; unicode-range: U+600-6FF, U+200C-200F; }

:root {
  color-scheme: light dark;
  --paper: #F6F6F0; --sunk: #ECEDE4; --surface: #FFFFFF; --line: #DADBD0; --line-strong: #858D84;
  --ink: #15211A; --ink-soft: #45524A; --ink-faint: #626E66;
  --pond: #14603F; --pond-strong: #0D4A2F; --pond-wash: #DFEDE3; --on-pond: #FFFFFF;
  --lily: #F6C945; --lily-wash: #FCEFC0; --lily-ink: #664A00;
  --coral: #BF3419; --coral-wash: #FBE5DE;
  --net-linkedin: #0A66C2; --net-x: #0F1419; --net-facebook: #0866FF; --net-instagram: #D62976; --net-threads: #0F1419;
  --net-link: #0A5CAD; --net-edge: transparent;
  --focus: 0 0 0 2px var(--paper), 0 0 0 4px var(--pond);
  --font: "Hanken Grotesk", "IBM Plex Sans Arabic", system-ui, sans-serif;
  --lh-13: 18px; --lh-14: 20px; --lh-16: 24px; --lh-20: 28px;
}
:root[lang="ar"] { --lh-13: 22px; --lh-14: 24px; --lh-16: 27px; --lh-20: 34px; }
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0D1411; --sunk: #080D0B; --surface: #17201B; --line: #2B3630; --line-strong: #6F7D74;
    --ink: #E8EDE7; --ink-soft: #B0BCB3; --ink-faint: #8E9B92;
    --pond: #6CC896; --pond-strong: #8AD8AC; --pond-wash: #16332A; --on-pond: #06150E;
    --lily: #F0C850; --lily-wash: #3B310F; --lily-ink: #F4DB8B;
    --coral: #FF8E74; --coral-wash: #3B1B14;
    --net-link: #7AB7F5; --net-edge: #4A564F;
  }
}

* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 16px/var(--lh-16) var(--font); }
h1, h2, p, ul, fieldset { margin: 0; padding: 0; border: 0; }
ul { list-style: none; }
strong { font-weight: 600; }
a { color: var(--net-link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: none; box-shadow: var(--focus); border-radius: 8px; }
.soft { color: var(--ink-soft); font-size: 14px; line-height: var(--lh-14); }
.faint { color: var(--ink-faint); font-size: 14px; line-height: var(--lh-14); }
.number { font-variant-numeric: tabular-nums; }
.sr { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { inline-size: 18px; block-size: 18px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.portrait { border-radius: 50%; flex: none; display: block; background: var(--sunk); }
.badge { display: inline-grid; place-items: center; inline-size: 24px; block-size: 24px; border-radius: 24%; flex: none; box-shadow: 0 0 0 1px var(--net-edge); }
.badge svg { inline-size: 58%; block-size: 58%; fill: #fff; }
.badge.linkedin { background: var(--net-linkedin); } .badge.twitter { background: var(--net-x); }
.badge.facebook { background: var(--net-facebook); } .badge.instagram { background: var(--net-instagram); }
.badge.threads { background: var(--net-threads); }

.top { position: sticky; inset-block-start: 0; z-index: 2; background: var(--paper); border-block-end: 1px solid var(--line); }
.bar, .tabs, .desk { max-inline-size: 1000px; margin-inline: auto; padding-inline: 16px; }
.bar { display: flex; align-items: center; gap: 12px; block-size: 56px; }
.brand { display: flex; align-items: center; gap: 8px; min-block-size: 44px; font-size: 20px; font-weight: 650; color: var(--ink); }
.brand:hover { text-decoration: none; }
.chip { padding: 1px 8px; border: 1px solid var(--line-strong); border-radius: 6px; font-size: 14px; line-height: var(--lh-14); color: var(--ink-soft); }
.live { margin-inline-start: auto; display: flex; align-items: center; gap: 8px; font-size: 14px; color: var(--ink-soft); }
.live::before { content: ""; inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--pond); }
.live.lost::before { background: var(--coral); }
.tabs { display: flex; gap: 4px; overflow-x: auto; scrollbar-width: none; }
.tabs a { display: flex; align-items: center; gap: 8px; min-block-size: 44px; padding-inline: 12px; color: var(--ink-soft); white-space: nowrap; border-block-end: 2px solid transparent; }
.tabs a:first-child { padding-inline-start: 0; }
.tabs a:hover { color: var(--ink); text-decoration: none; }
.tabs a:focus-visible { box-shadow: inset 0 0 0 2px var(--pond); }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-block-end-color: var(--pond); }
.tabs .badge { inline-size: 20px; block-size: 20px; }
/* A phone shows all networks at once: the names of those that are not open are only spoken. */
@media (max-width: 599px) {
  .tabs { gap: 0; justify-content: space-between; }
  .tabs a { position: relative; padding-inline: 6px; gap: 5px; }
  .tabs a:not([aria-current]) .badge + span { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
}

.desk { display: grid; gap: 40px; padding-block: 28px 64px; }
.desk main { position: relative; min-inline-size: 0; max-inline-size: 600px; inline-size: 100%; margin-inline: auto; }
.desk.single { grid-template-columns: 1fr; }
.frog { block-size: 44px; margin-block-start: -8px; margin-block-end: -1px; padding-inline-end: 24px; display: flex; justify-content: flex-end; align-items: flex-end; position: relative; z-index: 1; pointer-events: none; }
.frog img { display: block; margin-block-end: -8px; }
.frog.hop img { animation: hop 600ms cubic-bezier(.2, .7, .2, 1); }
@keyframes hop { 40% { transform: translateY(-12px); } }

.post { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 16px 18px 8px; margin-block-end: 16px; overflow-wrap: anywhere; }
.post.fresh { animation: arrive 200ms cubic-bezier(.2, .7, .2, 1); }
@keyframes arrive { from { opacity: 0; transform: translateY(-8px); } }
.post > header { display: flex; align-items: flex-start; gap: 12px; }
.author { flex: 1; min-inline-size: 0; min-block-size: 44px; align-content: center; line-height: var(--lh-14); }
.corner { display: grid; place-items: center; min-inline-size: 44px; min-block-size: 44px; margin: -8px; }
.reply { display: flex; align-items: center; gap: 6px; margin-block-start: 8px; font-size: 14px; color: var(--ink-soft); }
.text { margin-block-start: 12px; white-space: pre-wrap; text-align: start; }
.author time, .moment { white-space: nowrap; }
.faint .icon { inline-size: 14px; block-size: 14px; vertical-align: -2px; }
.post.twitter .words, .post.threads .words { margin-inline-start: 56px; }
.post.twitter .text, .post.threads .text { margin-block-start: 0; }
.post.twitter .counts, .post.threads .counts, .post.twitter .fold, .post.threads .fold, .post.threads .link-card { margin-inline-start: 56px; }
.js .text.long:not(.open) { max-block-size: calc(7 * var(--lh-16)); overflow: hidden; }
.fold { display: none; min-block-size: 44px; padding: 0; border: 0; background: none; color: var(--ink-soft); font: 600 14px/20px var(--font); cursor: pointer; }
.js .fold { display: inline-block; }
.fold:hover { text-decoration: underline; }
.tag { color: var(--net-link); }
.link-card { display: flex; gap: 12px; align-items: center; margin-block-start: 12px; padding: 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: var(--ink); font-size: 14px; line-height: var(--lh-14); }
.link-card > span { min-inline-size: 0; display: grid; }
.link-card:hover { text-decoration: none; border-color: var(--line-strong); }
.pictures { display: grid; gap: 4px; margin-block-start: 12px; grid-template-columns: 1fr 1fr; }
.pictures[data-count="1"] { grid-template-columns: 1fr; }
.pictures[data-count="3"] figure:first-child { grid-column: 1 / -1; }
.pictures.row { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; gap: 8px; padding-block-end: 4px; }
.pictures.row figure { flex: 0 0 78%; scroll-snap-align: start; }
.pictures figure { margin: 0; min-inline-size: 0; }
.pictures a { display: block; border-radius: 10px; overflow: hidden; background: var(--sunk); border: 1px solid var(--line); }
.pictures img, .pictures video { display: block; inline-size: 100%; block-size: auto; max-block-size: 560px; object-fit: cover; }
.pictures:not([data-count="1"]) img { aspect-ratio: 1; }
.post.instagram .pictures { margin-inline: -18px; }
.post.instagram .pictures a { border-radius: 0; border-inline: 0; }
.post.instagram .pictures figcaption { padding-inline: 18px; }
.post.twitter .pictures, .post.threads .pictures { margin-inline-start: 56px; }
figcaption { display: flex; gap: 8px; align-items: baseline; margin-block-start: 4px; font-size: 13px; line-height: var(--lh-13); color: var(--ink-soft); }
figcaption abbr { flex: none; padding-inline: 5px; border: 1px solid var(--line-strong); border-radius: 4px; font-size: 11px; text-decoration: none; cursor: help; }
.link-card:has(img) { display: block; padding: 0; overflow: hidden; }
.link-card:has(img) > span { padding: 10px 12px 12px; }
.link-card img { display: block; inline-size: 100%; aspect-ratio: 1.91; object-fit: cover; border-block-end: 1px solid var(--line); }
.link-card .soft { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.link-card .icon { flex: none; }
.link-card strong, .link-card .soft { overflow-wrap: anywhere; }
.link-card [dir] { justify-self: start; max-inline-size: 100%; text-align: start; }
.comments { margin-block-start: 12px; padding-block-start: 12px; border-block-start: 1px solid var(--line); display: grid; gap: 8px; }
.comments li { display: flex; gap: 8px; align-items: flex-start; }
.said { padding: 6px 12px; border-radius: 8px; background: var(--sunk); font-size: 14px; line-height: var(--lh-14); white-space: pre-wrap; }
.post.gone { background: none; border-style: dashed; padding-block-end: 14px; }
.post.gone > header, .post.gone .text { opacity: .62; }
.post.gone .text { text-decoration: line-through; text-decoration-color: var(--line-strong); }
.post.gone .reply, .post.twitter .reply, .post.threads .reply { margin-inline-start: 0; }
.like { display: flex; align-items: center; gap: 6px; min-block-size: 44px; padding: 0 10px; margin-inline-start: -10px; border: 0; border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; transition: color 120ms; }
.like:hover { color: var(--coral); }
.like:active .icon, .like.liked .icon { transform: scale(1.15); }
.like .icon { transition: transform 120ms; }
.like:not([data-likes="0"]) .icon { fill: var(--coral); stroke: var(--coral); }
.counts { display: flex; justify-content: space-between; max-inline-size: 420px; margin-block-start: 12px; color: var(--ink-soft); font-size: 14px; }
.post.linkedin .counts, .post.facebook .counts { max-inline-size: none; border-block-start: 1px solid var(--line); }
.counts li { display: flex; align-items: center; gap: 6px; min-block-size: 40px; min-inline-size: 44px; }

.empty { padding-block: 40px; text-align: center; display: grid; justify-items: center; gap: 8px; color: var(--ink-soft); }
.empty h2 { font-size: 20px; line-height: var(--lh-20); font-weight: 650; color: var(--ink); }
.empty p { max-inline-size: 42ch; }
.pager { display: flex; justify-content: center; gap: 24px; }
.pager a { min-block-size: 44px; align-content: center; font-weight: 600; color: var(--pond); }

aside { font-size: 14px; line-height: var(--lh-14); color: var(--ink-soft); border-block-start: 1px solid var(--line); padding-block-start: 20px; }
aside h2 { margin-block: 24px 4px; font-size: 16px; line-height: var(--lh-16); font-weight: 600; color: var(--ink); }
aside strong { color: var(--ink); }
.waiting { margin-block-start: 16px; padding: 8px 12px; border-inline-start: 3px solid var(--lily); background: var(--lily-wash); color: var(--ink); }
summary { display: flex; align-items: center; gap: 8px; min-block-size: 44px; cursor: pointer; color: var(--ink); list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: ""; margin-inline-start: auto; inline-size: 7px; block-size: 7px; border: solid var(--ink-faint); border-width: 0 1.75px 1.75px 0; transform: rotate(45deg); }
details[open] summary::after { transform: rotate(225deg); }
details { border-block-end: 1px solid var(--line); }
.people { padding-block-end: 8px; }
.people li { display: flex; gap: 10px; align-items: center; padding-block: 6px; }
.people span span, .people strong { display: block; }
.people .soft { font-size: 13px; line-height: var(--lh-13); }

@media (min-width: 900px) {
  .bar { block-size: 64px; }
  .desk:not(.single) { grid-template-columns: minmax(0, 600px) 280px; justify-content: space-between; }
  .desk:not(.single) main { margin-inline: 0; }
  aside { border: 0; padding: 0; position: sticky; inset-block-start: 140px; align-self: start; max-block-size: calc(100vh - 160px); overflow-y: auto; }
}

.consent { min-block-size: 100vh; display: grid; align-content: center; justify-items: center; padding: 24px 16px; }
.consent .frog { block-size: 60px; padding: 0; margin: 0 0 -1px; }
.sheet { inline-size: 100%; max-inline-size: 480px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 28px 24px 24px; display: grid; gap: 20px; }
.ask { display: flex; gap: 14px; align-items: flex-start; }
.ask .badge { inline-size: 36px; block-size: 36px; }
.ask h1 { font-size: 20px; line-height: var(--lh-20); font-weight: 650; letter-spacing: -0.018em; text-wrap: balance; }
:root[lang="ar"] h1 { letter-spacing: 0; font-weight: 600; }
.notice { padding: 10px 14px; border-inline-start: 3px solid var(--lily); background: var(--lily-wash); font-size: 14px; line-height: var(--lh-14); }
.trouble { padding: 10px 14px; border-inline-start: 3px solid var(--coral); background: var(--coral-wash); font-size: 14px; line-height: var(--lh-14); }
.sheet legend, .sheet h2 { padding: 0; margin-block-end: 8px; font-size: 14px; line-height: var(--lh-14); font-weight: 600; color: var(--ink-soft); }
.choice { display: flex; align-items: center; gap: 12px; min-block-size: 60px; padding: 10px 12px; border: 1px solid var(--line); cursor: pointer; }
.choice ~ .choice { border-block-start: 0; }
.choice:first-of-type { border-start-start-radius: 8px; border-start-end-radius: 8px; }
.choice:last-of-type { border-end-start-radius: 8px; border-end-end-radius: 8px; }
.choice:hover { background: var(--sunk); }
.choice:has(:checked) { background: var(--pond-wash); }
.choice:has(:checked) .faint { color: var(--ink-soft); }
.choice:has(:focus-visible) { box-shadow: var(--focus); position: relative; }
.choice input { inline-size: 18px; block-size: 18px; margin: 0; accent-color: var(--pond); flex: none; }
.choice input:focus-visible { box-shadow: none; }
.who { min-inline-size: 0; display: grid; line-height: var(--lh-16); text-align: start; }
.who > .soft { text-align: start; unicode-bidi: plaintext; }
:root[lang="ar"] .who > .soft { text-align: right; }
:root[lang="en"] .who > .soft { text-align: left; }
.pages { display: none; flex-wrap: wrap; gap: 8px; padding: 10px 12px; border: 1px solid var(--line); border-block-start: 0; background: var(--pond-wash); }
.choice:has(:checked) + .pages { display: flex; }
.page-name { display: inline-flex; align-items: center; gap: 8px; min-block-size: 40px; cursor: pointer; padding: 1px 10px; background: var(--surface); border: 1px solid var(--line-strong); border-radius: 6px; font-size: 13px; line-height: var(--lh-13); color: var(--ink-soft); }
.rights { display: grid; gap: 6px; font-size: 14px; line-height: var(--lh-14); }
.rights li { display: flex; gap: 10px; align-items: baseline; }
.rights li::before { content: ""; inline-size: 9px; block-size: 5px; border: solid var(--pond); border-width: 0 0 2px 2px; transform: rotate(-45deg) translateY(-3px); flex: none; }
.return { font-size: 14px; line-height: var(--lh-14); color: var(--ink-soft); overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
.troubles { margin-block-start: 20px; font-size: 14px; }
.troubles summary { cursor: pointer; }
.troubles p { margin-block: 8px 12px; }
.troubles button[name] { flex: 1 1 40%; padding: 6px 12px; font-weight: 400; font-size: 14px; line-height: var(--lh-14); }
button[name] { flex: 1; min-block-size: 44px; padding-inline: 20px; border: 1px solid var(--line-strong); border-radius: 8px; background: var(--surface); color: var(--ink); font: 600 16px/24px var(--font); cursor: pointer; transition: background-color 120ms; }
button[name]:hover { background: var(--sunk); }
button.primary { flex: 2; border-color: var(--pond); background: var(--pond); color: var(--on-pond); }
button.primary:hover { background: var(--pond-strong); }

@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
`
