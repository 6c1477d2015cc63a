import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageFiles } from './bin/page-files.ts'

/** What opens over a page comes with the first act on it. */
const OVERLAYS =
  /node_modules\/(@?radix-ui|@floating-ui|aria-hidden|react-(remove|style)|use-(sidecar|callback)|tslib)|web\/ui\/(dialog-panels|menu-parts|toaster)/
/** What can be done to a post that is on its way, wherever one is shown. */
const POST_ACTS = /web\/posts\/(risk-badge|unconfirmed-answer|use-post-changes)\./
/** What is told of models, and how one is chosen, once somebody asks. */
const PROVIDERS = /web\/providers\//
/** What the page for developers, its dialogs and the one that asks for permission share. */
const DEVELOPERS = /web\/developers\//
/** What is done to a draft that is there. */
const REWORK =
  /node_modules\/diff\/|web\/composer\/(draft-tools|version-list|use-reworking|selected-text|compared-texts|sibling-pair)\./
/** What the composer shares with the dialog in which a post is edited. */
const DESK =
  /web\/(composer|media|sources)\/|web\/ui\/(drop-zone|tabs)\.|web\/posts\/(editor\/|issue-text|network-look|post-frame|preview)|web\/lib\/upload|core\/(media\/|clean-text)|core\/platforms\/(?!platform\.)|core\/posts\/(hashtags|post-link)/

/** What the pages share on which people set things for themselves. */
const LEDGER =
  /web\/(ui\/(ledger|section-rail|use-leaving)|lib\/use-saving|security\/use-password-asked|notifications\/push-device)\./

/** What a post is asked for with, in the composer, in Ask Frogy and in the settings. */
const CHOICES =
  /web\/ui\/(select|platform-choice)\.|web\/professional\/(choices|hand-over)\.|core\/(cut-text|countries|platforms\/graphemes)\./

/** What the lists of administrators share. */
const ADMIN = /(web|core)\/admin\/|web\/landing\/network-badge|infiniteQueryObserver|useInfiniteQuery/

/** What picks a time, for the dialogs that ask for one. */
const PICKER = /node_modules\/(@?date-fns|react-day-picker)|web\/picker\/(?!use-figures|use-weekdays)/

/** What the dashboard and the schedule show of posts, and nobody else: a calendar, and what is in trouble. */
const CALENDAR =
  /web\/calendar\/|web\/lib\/is-wide|web\/posts\/(troubled-|trouble-(strip|reason)|(use-)?post-all\.|post-dialogs|post-in-brief|stored-post|more-acts)|core\/posts\/calendar\./

const LATER = [OVERLAYS, PICKER, CALENDAR, REWORK, PROVIDERS, POST_ACTS, DEVELOPERS, LEDGER, CHOICES, ADMIN]

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), tailwindcss(), pageFiles()],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    // A picture inside a script cannot be cached or loaded later than it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What only runs while Frogy is built (bin/prerender.ts) need not travel.
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: {
              groups: [
                // Each file costs the way there and back: what is needed together travels together.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown.runtime/, priority: 3 },
                {
                  name: 'shared',
                  test: /node_modules\/(@tanstack|use-intl|intl-messageformat|@formatjs|wouter|get-nonce|lucide-react\/dist\/esm\/(?!icons))|web\/(lib\/(?!dates|upload|keep-seen|last-seen|start-worker|use-saving)|ui\/(avatar|brand|button|field|frog|language-switch|spinner)\.tsx|app\/(notice|pages|routes|app)\.)|vite\/preload-helper/,
                  priority: 2,
                },
                { name: 'passkeys', test: /node_modules\/@simplewebauthn\//, priority: 2 },
                {
                  name: 'guest',
                  test: /web\/auth\/(?!.*page)|web\/profile\/link-notice|web\/ui\/code-field|icons\/(arrow-left|eye|eye-off)\./,
                  priority: 2,
                },
                {
                  name: 'signed-in',
                  test: (id: string) =>
                    /node_modules|core\/(?!messages)|web\/(?!auth)/.test(id) &&
                    ![...LATER, DESK].some((later) => later.test(id)),
                  priority: 1,
                  minShareCount: 2,
                },
                { name: 'overlays', test: OVERLAYS },
                { name: 'desk', test: (id: string) => DESK.test(id) && !REWORK.test(id), minShareCount: 2 },
                { name: 'picker', test: PICKER, minShareCount: 2 },
                { name: 'calendar', test: CALENDAR, minShareCount: 2 },
                { name: 'rework', test: REWORK },
                { name: 'providers', test: PROVIDERS },
                { name: 'developers', test: DEVELOPERS, minShareCount: 2 },
                { name: 'post-acts', test: POST_ACTS },
                { name: 'ledger', test: LEDGER },
                { name: 'choices', test: CHOICES, priority: 1, minShareCount: 2 },
                { name: 'admin', test: ADMIN, minShareCount: 2 },
              ],
            },
          },
        },
  },
}))
