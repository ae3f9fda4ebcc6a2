/**
 * The table page. The server sends the whole table as HTML; here it is put in
 * place so that every card keeps its element, and then the cards fly from where
 * they were seen to where they now lie. No words and no rules live here: what a
 * tap means stands in the tapped element's `data-do`.
 */

import { animate, cardsOf, fly, layOut, look, placeOf, seize, slots } from './cards.js'
import { morph } from './morph.js'
import { play } from './sound.js'

const calm = matchMedia('(prefers-reduced-motion: reduce)')
const table = () => /** @type {HTMLElement} */ (document.getElementById('table'))

/* ---- Showing a table ---- */

let heard = Number(table().dataset.number)
let lastSlot = 0

/** @param {string} html the element `<main id="table">` */
function show(html) {
  const next = new DOMParser().parseFromString(html, 'text/html').getElementById('table')
  const now = table()
  if (!next) return
  /** @type {Map<string, Element>} */
  const old = new Map()
  for (const element of now.querySelectorAll('[id]')) old.set(element.id, element)
  const moving = !calm.matches && !document.hidden
  const before = look()
  const active = document.activeElement
  const mine = active instanceof HTMLElement && now.contains(active) ? active : null
  const id = mine?.id ?? ''
  if (mine?.classList.contains('slot')) lastSlot = slots().indexOf(mine)

  morph(now, next, old)
  if (document.getElementById('end') && !old.has('end')) settle()
  layOut()
  refocus(mine, id, old, active === document.body)
  if (moving) animate(before, drag?.card)
  else for (const card of cardsOf(document)) if (card !== drag?.card) card.style.transform = ''

  const number = Number(now.dataset.number)
  if (number > heard) {
    const names = (now.dataset.sounds ?? '').split(' ')
    // once the table has been painted: getting a first sound ready takes a while
    requestAnimationFrame(() => setTimeout(play, 0, names))
  }
  heard = number
}

/** The time in which a finger meant for a card must not press what a round's end puts under it. */
const SETTLE = 350

/** Let what the end of a round offers be seen before it can be tapped. */
function settle() {
  const root = document.documentElement.classList
  root.add('settling')
  setTimeout(() => root.remove('settling'), SETTLE)
}

/**
 * Keep the focus where the reader is: on what is asked now, on the same element, or back in the hand.
 * @param {HTMLElement | null} mine what had it @param {string} id @param {Map<string, Element>} old @param {boolean} nowhere
 */
function refocus(mine, id, old, nowhere) {
  if (!mine && !nowhere) return
  const asked = /** @type {HTMLElement | null} */ (table().querySelector('[data-grab]'))
  let target = asked && !old.has(asked.id) ? asked : null
  if (!target && mine && document.activeElement !== mine) {
    const hand = slots()
    target = document.getElementById(id) ?? hand[Math.min(lastSlot, hand.length - 1)] ?? asked ?? document.getElementById('lappen')
  }
  target?.focus({ preventScroll: true })
}

/* ---- The socket ---- */

/** @type {WebSocket | null} */
let socket = null
let tries = 0
let timer = 0
let hiddenAt = 0
/** A tap made while the line was down, sent if it comes back soon. @type {{words: string, at: number} | null} */
let kept = null
const KEEP = 5000
/** Every message is answered with a table; when none comes, the line is dead whatever it says. */
let overdue = 0
const ANSWER = 4000
const offline = /** @type {HTMLElement} */ (document.getElementById('offline'))

function connect() {
  clearTimeout(timer)
  clearTimeout(overdue)
  if (socket) {
    socket.onclose = socket.onmessage = null
    socket.close()
  }
  const here = new URL(`/t/${table().dataset.table}/ws`, location.href)
  here.protocol = here.protocol.replace('http', 'ws')
  const mine = (socket = new WebSocket(here))
  mine.onopen = () => {
    tries = 0
    offline.hidden = true
    if (kept && Date.now() - kept.at < KEEP) mine.send(kept.words)
    kept = null
  }
  mine.onmessage = (event) => {
    clearTimeout(overdue)
    show(event.data)
  }
  mine.onclose = (event) => {
    if (mine !== socket) return
    // the table has gone, or was never this browser's: the page itself says so
    if (event.code === 4404) return location.reload()
    again()
  }
}

function again() {
  socket = null
  if (document.hidden) return
  if (tries) offline.hidden = false
  const wait = Math.min(8000, 250 * 2 ** tries++) * (0.5 + Math.random() / 2)
  timer = setTimeout(connect, wait)
}

/** @param {string | undefined} what @returns {boolean} did it get away? */
function send(what) {
  if (!what) return false
  // the decision it answers goes along, so that it can't be taken for an answer to a later one
  const words = JSON.stringify({ do: what, n: Number(table().dataset.n) })
  if (socket?.readyState !== WebSocket.OPEN) {
    kept = { words, at: Date.now() }
    offline.hidden = false
    if (socket?.readyState !== WebSocket.CONNECTING) {
      tries = 0
      connect()
    }
    return false
  }
  socket.send(words)
  clearTimeout(overdue)
  overdue = setTimeout(() => {
    kept = { words, at: Date.now() }
    offline.hidden = false
    connect()
  }, ANSWER)
  return true
}

addEventListener('pagehide', () => {
  clearTimeout(timer)
  clearTimeout(overdue)
  if (socket) socket.onclose = null
  socket?.close()
  socket = null
})
addEventListener('pageshow', (event) => event.persisted && connect())
addEventListener('online', connect)
addEventListener('offline', () => (offline.hidden = false))
document.addEventListener('visibilitychange', () => {
  if (document.hidden) hiddenAt = Date.now()
  // a socket may have died unseen while the phone slept
  else if (!socket || Date.now() - hiddenAt > 10000) connect()
})

/* ---- Tapping and dragging ---- */

/** @type {{slot: HTMLElement, card: HTMLElement, id: number, x: number, y: number, at: DOMMatrix, moved: boolean} | null} */
let drag = null
/** Is a drag just over? The browser makes a click of it, which comes before any other task. */
let dragged = false

/** The last press, if it was on a card: a second tap of the same finger must not press what slid in under it. */
const NOTHING = { id: '', at: -Infinity, x: 0, y: 0, n: 0 }
let tapped = NOTHING
const DOUBLE = 400

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || dragged) return
  const pressed = /** @type {HTMLElement | null} */ (event.target.closest('[data-do]'))
  if (!pressed) return
  // a click made by a key counts no presses
  if (event.detail) {
    const n = Number(table().dataset.n)
    const near = Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < 12
    const soon = event.timeStamp - tapped.at < DOUBLE
    // once others have decided something too, what lies there has been there to be seen
    if (near && soon && pressed.id !== tapped.id && n <= tapped.n + 1) return
    const twice = near && soon && pressed.id === tapped.id
    tapped = pressed.classList.contains('slot')
      ? { id: pressed.id, at: event.timeStamp, x: event.clientX, y: event.clientY, n }
      : NOTHING
    // who taps a card twice means what dragging it to the pile does
    if (twice && pressed.dataset.drop !== undefined) return void send(pressed.dataset.drop)
  }
  send(pressed.dataset.do)
  if (pressed.dataset.keep) keep(pressed.dataset.keep)
})

/** Keep a choice in the browser's settings too, beyond this table; nothing is lost if that fails. @param {string} what */
function keep(what) {
  const body = new URLSearchParams(what)
  fetch('/settings', { method: 'POST', body, headers: { Accept: 'application/json' } }).catch(() => {})
}

document.addEventListener('pointerdown', (event) => {
  const slot = event.target instanceof Element && event.target.closest('#hand .slot')
  if (!(slot instanceof HTMLElement) || !event.isPrimary || event.button) return
  const card = /** @type {HTMLElement} */ (slot.querySelector('.card'))
  drag = { slot, card, id: event.pointerId, x: event.clientX, y: event.clientY, at: new DOMMatrix(), moved: false }
})

document.addEventListener('pointermove', (event) => {
  if (!drag || event.pointerId !== drag.id) return
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
  if (!drag.moved) {
    if (Math.hypot(dx, dy) < 8) return
    drag.moved = true
    drag.at = seize(drag.card)
    drag.card.classList.add('held')
    drag.slot.setPointerCapture(drag.id)
  }
  drag.card.style.transform = `translate(${drag.at.e + dx}px,${drag.at.f + dy}px)`
  document.getElementById('pile')?.classList.toggle('over', overPile(event))
})

/** @param {PointerEvent} event */
function overPile(event) {
  const box = document.getElementById('middle')?.getBoundingClientRect()
  return !!box && event.clientX > box.left && event.clientX < box.right && event.clientY > box.top - 20 && event.clientY < box.bottom
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!drag || event.pointerId !== drag.id) return
  const { card, slot, moved } = drag
  drag = null
  if (!moved) return
  dragged = true
  tapped = NOTHING
  setTimeout(() => (dragged = false))
  card.classList.remove('held')
  document.getElementById('pile')?.classList.remove('over')
  // on the pile it waits there for the answer; elsewhere it goes home at once
  if (event.type === 'pointerup' && overPile(event) && send(slot.dataset.drop ?? slot.dataset.do)) return
  const from = placeOf(card)
  card.style.transform = ''
  if (!calm.matches) fly(card, { ...from, zone: '' }, placeOf(card), 0)
}
document.addEventListener('pointerup', drop)
document.addEventListener('pointercancel', drop)

/* ---- Keys ---- */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

document.addEventListener('keydown', (event) => {
  const inside = document.activeElement?.closest('[popover]')
  if (event.ctrlKey || event.metaKey || event.altKey || inside) return
  // a key held down must not go on to press what comes after
  if (event.repeat && !(event.key in ARROWS)) {
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
    return
  }
  if (event.key in ARROWS) return arrow(event)
  if (event.key.length === 1 && document.documentElement.dataset.keys === 'off') return
  const key = CSS.escape(event.key.toLowerCase())
  const button = document.querySelector(`#table [data-hotkey="${key}"]`)
  if (button instanceof HTMLElement) button.click()
})

/** @param {KeyboardEvent} event */
function arrow(event) {
  const [across, down] = ARROWS[event.key]
  const active = document.activeElement
  const suits = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#four button')])
  const hand = slots()
  const cols = Number(document.getElementById('hand')?.style.getPropertyValue('--cols')) || 1
  const [list, step] = suits.some((each) => each === active) ? [suits, across + down] : [hand, across + down * cols]
  const at = list.findIndex((each) => each === active)
  if (at < 0 && document.getElementById('end')?.contains(active)) return
  event.preventDefault()
  const to = at < 0 ? Math.min(lastSlot, list.length - 1) : at + step
  if (to >= 0 && to < list.length) list[to].focus({ preventScroll: true })
}

/* ---- Go ---- */

addEventListener('resize', layOut)
layOut()
// a suit to be named, or a round to go on to, is what is asked first
const asked = table().querySelector('[data-grab]')
if (asked instanceof HTMLElement) asked.focus({ preventScroll: true })
connect()
