/**
 * The page on which rules are chosen. Without a script it is a form and links; with one, each change
 * is asked for at once and the answer put in place, so that focus, scroll and open parts stay.
 */

import { morph } from './morph.js'

const WAIT = 400 // milliseconds without a change before it is asked how long rounds last
const SHOWN = 2000 // how long a button says that it has done what it does

document.documentElement.dataset.lively = ''

/** @type {AbortController | undefined} */
let asking
/** The rules that were tapped are on their way. @type {Promise<void> | undefined} */
let coming
/** @type {number | undefined} */
let soon

/** @param {ParentNode} root @returns {Map<string, Element>} */
const named = (root) => new Map([...root.querySelectorAll('[id]')].map((each) => [each.id, each]))

/** @param {Document} next the page that takes the place of this one */
function show(next) {
  const [now, want] = [document.getElementById('choose'), next.getElementById('choose')]
  if (!now || !want) return false
  for (const each of want.querySelectorAll('details[id]')) {
    const old = document.getElementById(each.id)
    if (old instanceof HTMLDetailsElement) each.toggleAttribute('open', old.open)
  }
  const active = document.activeElement
  const option = active?.closest('.option, #save')
  const anchor = option ?? active?.closest('#summary, #dock, #presets')
  const before = anchor?.getBoundingClientRect().top
  morph(now, want, named(now))
  // what was ticked or chosen by hand stands apart from the attributes
  for (const each of document.querySelectorAll('#mix input, #mix select')) restore(each)
  document.title = next.title
  for (const each of document.querySelectorAll('input[name=back]')) {
    if (each instanceof HTMLInputElement) each.value = `/choose/${want.dataset.id}`
  }
  if (active && !active.isConnected) refocus(option)
  if (anchor?.isConnected && before !== undefined) scrollBy(0, anchor.getBoundingClientRect().top - before)
  return true
}

/** @param {Element} field */
function restore(field) {
  if (field instanceof HTMLSelectElement) {
    for (const each of field.options) each.selected = each.hasAttribute('selected')
  } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    field.checked = field.hasAttribute('checked')
  } else if (field instanceof HTMLInputElement && field.type === 'number') {
    field.value = field.getAttribute('value') ?? ''
  }
}

/** What had the focus is gone: go to the field it belonged to, or to the list. @param {Element | null | undefined} option */
function refocus(option) {
  const there = option?.isConnected && option.querySelector('input:not([type=hidden]), select')
  const to = there || document.getElementById('name')
  if (to instanceof HTMLElement) to.focus({ preventScroll: true })
}

/**
 * Ask for a page and put it in place of this one.
 * @param {string} url @param {RequestInit} how @param {() => void} otherwise what a browser without a script would do
 */
async function turn(url, how, otherwise) {
  asking?.abort()
  const mine = (asking = new AbortController())
  try {
    const response = await fetch(url, { ...how, headers: { Accept: 'text/html' }, signal: mine.signal })
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (mine.signal.aborted) return
    if (!show(next)) return otherwise()
    if (response.ok) history.replaceState(null, '', new URL(response.url).pathname)
    measure()
  } catch (error) {
    if (!mine.signal.aborted) otherwise()
  }
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} [button] the one that was pressed */
function send(form, button) {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) fields.append(name, String(value))
  if (button instanceof HTMLButtonElement && button.name) fields.append(button.name, button.value)
  if (form.method === 'post') {
    const name = form.querySelector('#save-name')
    void turn(form.action, { method: 'POST', body: fields }, () => form.submit()).then(() => {
      if (name instanceof HTMLInputElement) name.value = name.getAttribute('value') ?? ''
    })
  } else {
    void turn(`${form.action}?${fields}`, {}, () => form.submit())
  }
}

/** Ask how long rounds last, if that is not known yet and no more is changed for a moment. */
function measure() {
  clearTimeout(soon)
  soon = setTimeout(async () => {
    const now = document.getElementById('length')
    const ask = now?.dataset.ask
    if (!now || !ask) return
    const response = await fetch(ask).catch(() => undefined)
    if (now.dataset.ask !== ask) return
    const next = response?.ok && new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('length')
    if (next) morph(now, next, named(now))
    else now.hidden = true
  }, WAIT)
}

document.addEventListener('change', (event) => {
  const field = event.target
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return
  const form = field.form
  if (form?.id !== 'mix') return
  if (!coming) return send(form)
  // a change in haste is one to the rules that were tapped, not to those still shown
  const { value } = field
  const checked = field instanceof HTMLInputElement && field.checked
  void coming.then(() => {
    if (!field.isConnected) return
    field.value = value
    if (field instanceof HTMLInputElement) field.checked = checked
    send(form)
  })
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !(form.id === 'mix' || 'turn' in form.dataset)) return
  event.preventDefault()
  send(form, event.submitter)
})

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const link = event.target.closest('a[data-turn]')
  if (link instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.button) {
    event.preventDefault()
    const mine = (coming = turn(link.href, {}, () => location.assign(link.href)).finally(() => {
      if (coming === mine) coming = undefined
    }))
  }
  const jump = event.target.closest('a[href^="#r-"], a[href="#keep"]')
  if (jump) {
    event.preventDefault()
    reveal(/** @type {string} */ (jump.getAttribute('href')).slice(1))
  }
  const button = event.target.closest('#copy')
  if (button instanceof HTMLButtonElement) void copy(button)
  if (event.target instanceof HTMLInputElement && event.target.id === 'link') event.target.select()
})

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const link = document.getElementById('link')
  if (!(link instanceof HTMLInputElement)) return
  try {
    await navigator.clipboard.writeText(link.value)
  } catch {
    // a page that did not come over HTTPS has no clipboard
    link.select()
    if (!document.execCommand('copy')) return
  }
  const words = button.textContent
  button.textContent = button.dataset.done ?? words
  setTimeout(() => (button.textContent = words), SHOWN)
}

/** Go to a part of the page, opened. @param {string} id */
function reveal(id) {
  const part = document.getElementById(id)
  const group = part?.closest('details')
  if (group) group.open = true
  for (const each of part?.querySelectorAll(':scope > details:not(.why)') ?? []) each.toggleAttribute('open', true)
  part?.scrollIntoView({ block: id === 'keep' ? 'start' : 'center' })
  const field = part?.querySelector('input:not([type=hidden]), select')
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
}

/** Let the variant that is chosen be seen in its row. */
function bringForth() {
  const row = document.getElementById('presets')
  const chosen = row?.querySelector('[aria-current]')?.parentElement
  if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
}

bringForth()
measure()
