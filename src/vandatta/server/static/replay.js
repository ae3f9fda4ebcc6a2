/**
 * Stepping through a match without a new page: the links and the arrow keys fetch
 * the page of a step, and its cards fly from where they were. Without this script
 * the links are links.
 */

import { animate, cardsOf, layOut, look } from './cards.js'
import { morph } from './morph.js'

const calm = matchMedia('(prefers-reduced-motion: reduce)')
const main = () => /** @type {HTMLElement} */ (document.getElementById('table'))
const at = () => Number(main().dataset.at)

/** The pages of steps near by, by their addresses. @type {Map<string, Promise<string | null>>} */
const pages = new Map()
const MOST = 24
/** The address asked for last; an older answer that comes late is not shown. */
let wanted = location.href

/** @param {string} href @returns {Promise<string | null>} the page there; null if it can't be had */
function page(href) {
  const known = pages.get(href)
  if (known) return known
  const coming = fetch(href, { headers: { Accept: 'text/html' } })
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null)
  pages.set(href, coming)
  // what failed may go well another time
  void coming.then((html) => html === null && pages.delete(href))
  for (const old of [...pages.keys()].slice(0, Math.max(0, pages.size - MOST))) pages.delete(old)
  return coming
}

/** @param {string} href a step's address */
async function go(href) {
  wanted = href
  const html = await page(href)
  if (wanted !== href) return
  const next = html && new DOMParser().parseFromString(html, 'text/html')
  if (!next || !next.getElementById('table')) return location.assign(href)
  show(next)
  history.replaceState(null, '', href)
  ahead()
}

/** @param {Document} next */
function show(next) {
  const now = main()
  const from = at()
  /** @type {Map<string, Element>} */
  const old = new Map()
  for (const element of now.querySelectorAll('[id]')) old.set(element.id, element)
  const before = look()
  const active = document.activeElement
  morph(now, /** @type {Element} */ (next.getElementById('table')), old)
  document.title = next.title
  // the settings lead back to the step that is shown
  const [back, there] = [document, next].map((each) => each.querySelector('[name=back]'))
  if (back && there) back.setAttribute('value', there.getAttribute('value') ?? '')
  layOut()
  if (active instanceof HTMLElement && document.activeElement !== active) {
    const same = document.getElementById(active.id)
    if (same) same.focus({ preventScroll: true })
  }
  // a leap has no flight
  if (!calm.matches && !document.hidden && Math.abs(at() - from) <= 1) animate(before, undefined)
  else for (const card of cardsOf(document)) card.style.transform = ''
  follow()
}

/** Keep the current move in sight in the list, without moving the page. */
function follow() {
  const rows = document.getElementById('rows')
  const here = rows?.querySelector('[aria-current]')
  if (!rows || !(here instanceof HTMLElement)) return
  const [box, line] = [rows.getBoundingClientRect(), here.getBoundingClientRect()]
  if (line.top < box.top + line.height) rows.scrollTop += line.top - box.top - 2 * line.height
  else if (line.bottom > box.bottom - line.height) rows.scrollTop += line.bottom - box.bottom + 2 * line.height
}

/** Fetch the steps that are likely to be asked for next. */
function ahead() {
  for (const id of ['go-forth', 'go-back']) {
    const link = document.getElementById(id)
    if (link instanceof HTMLAnchorElement && link.href) void page(link.href)
  }
}

document.addEventListener('click', (event) => {
  const plain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest('#table a[href]') : null
  if (!plain || !(link instanceof HTMLAnchorElement) || link.pathname !== location.pathname) return
  event.preventDefault()
  void go(link.href)
})

/** What the keys press, alone and with shift: the page's own scrolling keys are left to it. @type {Record<string, string[]>} */
const KEYS = {
  ArrowLeft: ['go-back', 'go-round-back'], ArrowRight: ['go-forth', 'go-round-forth'],
  Home: ['go-first'], End: ['go-last'],
}

document.addEventListener('keydown', (event) => {
  const menu = document.getElementById('menu')
  if (event.ctrlKey || event.metaKey || event.altKey || menu?.contains(document.activeElement)) return
  const link = document.getElementById(KEYS[event.key]?.[Number(event.shiftKey)] ?? '')
  if (!(link instanceof HTMLAnchorElement)) return
  event.preventDefault()
  if (link.href) void go(link.href)
})

addEventListener('resize', layOut)
layOut()
follow()
ahead()
