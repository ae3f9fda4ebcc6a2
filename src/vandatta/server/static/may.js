/** The page "Får man …?": each tap is a link; here its page is put in place of this one, so that nothing jumps. */

import { morph } from './morph.js'

/** @type {AbortController | undefined} */
let asking

/** @param {ParentNode} root @returns {Map<string, Element>} */
const named = (root) => new Map([...root.querySelectorAll('[id]')].map((each) => [each.id, each]))

/** @param {Document} next the page that takes the place of this one */
function show(next) {
  const [now, want] = [document.getElementById('may'), next.getElementById('may')]
  if (!now || !want) return false
  for (const each of want.querySelectorAll('details[id]')) {
    const old = document.getElementById(each.id)
    if (old instanceof HTMLDetailsElement) each.toggleAttribute('open', old.open)
  }
  const active = document.activeElement
  morph(now, want, named(now))
  if (active instanceof HTMLElement && !active.isConnected) document.getElementById('answer')?.scrollIntoView({ block: 'nearest' })
  return true
}

/** @param {string} url */
async function turn(url) {
  asking?.abort()
  const mine = (asking = new AbortController())
  try {
    const response = await fetch(url, { headers: { Accept: 'text/html' }, signal: mine.signal })
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!response.ok || !show(next)) return location.assign(url)
    history.replaceState(null, '', url)
    if (url.endsWith('#builder')) document.getElementById('builder')?.scrollIntoView()
  } catch (error) {
    if (!mine.signal.aborted) location.assign(url)
  }
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a[data-turn]')
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
  event.preventDefault()
  void turn(link.href)
})
