/** Lays out the hand, and lets the cards fly from where they were seen to where they now lie. */

/** @typedef {{x: number, y: number, w: number, zone: string}} Place where a card is seen */
/** @typedef {{place: Place, face: string}} Seen */
/** @typedef {{animation: Animation, frames: Keyframe[], timing: KeyframeAnimationOptions, to: Place}} Flight */

/** @returns {HTMLElement[]} the places of the hand */
export const slots = () => [...document.querySelectorAll('#hand .slot')].filter((each) => each instanceof HTMLElement)

/* ---- Laying out the hand: rows of equal length, no card's visible strip under 44 px ---- */

export function layOut() {
  const hand = document.getElementById('hand')
  const many = slots().length
  if (!hand || !many) return
  const style = getComputedStyle(hand)
  const px = (/** @type {string} */ name) => parseFloat(style.getPropertyValue(name))
  const [card, lift] = [px('--w'), px('--lift')]
  const room = hand.clientWidth
  const most = Math.max(1, Math.floor((room - card) / 44) + 1)
  const rows = Math.ceil(many / most)
  const cols = Math.ceil(many / rows)
  const pitch = cols > 1 ? Math.min(card + 6, (room - card) / (cols - 1)) : card
  const tall = card * 1.4
  const row = rows > 1 ? Math.min(45 + lift, (parseFloat(style.maxHeight) - tall - lift) / (rows - 1)) : 45 + lift
  hand.style.setProperty('--cols', String(cols))
  hand.style.setProperty('--pitch', `${Math.floor(pitch * 100) / 100}px`)
  hand.style.setProperty('--row', `${Math.floor(row * 100) / 100}px`)
}

/* ---- Flying ---- */

/** @param {ParentNode} where */
export const cardsOf = (where) => /** @type {HTMLElement[]} */ ([...where.querySelectorAll('#table .card')])

/** @returns {Map<string, Seen>} where every card is seen at this moment, in mid-air or not */
export function look() {
  return new Map(cardsOf(document).map((card) => [card.id, { place: placeOf(card), face: card.dataset.card ?? '' }]))
}

/**
 * Take hold of a card, in mid-air or not.
 * @param {HTMLElement} card
 * @returns {DOMMatrix} how far it is from its place
 */
export function seize(card) {
  const at = new DOMMatrix(getComputedStyle(card).transform)
  flights.get(card)?.animation.cancel()
  flights.delete(card)
  return at
}

/** @type {WeakMap<Element, Flight>} */
const flights = new WeakMap()

/** @param {Element} element @returns {Place} */
export function placeOf(element) {
  const { left: x, top: y, width: w } = element.getBoundingClientRect()
  return { x, y, w, zone: element.closest('[data-zone]')?.id ?? '' }
}

/** @param {Place} a @param {Place} b */
const near = (a, b) => Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.w - b.w) < 1

/**
 * Let a card fly to the place it has taken.
 * @param {HTMLElement} card @param {Place} from @param {Place} to @param {number} delay
 */
export function fly(card, from, to, delay) {
  const far = Math.hypot(from.x - to.x, from.y - to.y)
  const frames = [
    { transform: `translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.w / to.w})` },
    { transform: 'none' },
  ]
  const timing = { duration: 200 + Math.min(260, far * 0.5), delay, easing: 'cubic-bezier(.3,.7,.25,1)', fill: /** @type {FillMode} */ ('backwards') }
  launch(card, frames, timing, to, from.zone !== to.zone)
}

/**
 * @param {HTMLElement} card @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing
 * @param {Place} to @param {boolean} above does it fly over the other cards?
 */
function launch(card, frames, timing, to, above) {
  const animation = card.animate(frames, timing)
  const flight = { animation, frames, timing, to }
  flights.set(card, flight)
  card.classList.toggle('fly', above)
  animation.onfinish = () => {
    if (flights.get(card) !== flight) return
    flights.delete(card)
    card.classList.remove('fly')
  }
  return animation
}

/**
 * Turn a card over: the side it showed turns away while the new one turns up.
 * @param {HTMLElement} card @param {string} was what it showed; '' for its back
 * @param {number} delay
 */
function turn(card, was, delay) {
  const face = card.querySelector('svg:not(.was)')
  if (!face) return
  card.querySelector('.was')?.remove()
  const other = /** @type {Element} */ (face.cloneNode(true))
  const use = other.querySelector('use')
  use?.setAttribute('href', (use.getAttribute('href') ?? '').replace(/#.*/, `#c-${was || 'back'}`))
  other.classList.add('was')
  card.append(other)
  const timing = { duration: 360, delay, easing: 'ease-in-out', fill: /** @type {FillMode} */ ('backwards') }
  const side = (/** @type {number} */ angle) => ({ transform: `perspective(700px) rotateY(${angle}deg)` })
  face.animate([side(-180), side(0)], timing)
  other.animate([side(0), side(180)], { ...timing, fill: 'both' }).onfinish = () => other.remove()
}

/**
 * Let every card fly from where it was seen to where it lies now.
 * @param {Map<string, Seen>} before where every card was, in mid-air or not
 * @param {HTMLElement | undefined} held a card being dragged: it stays under the finger
 */
export function animate(before, held) {
  const cards = cardsOf(document)
  const under = cards.map((card) => {
    const flight = flights.get(card)
    const time = flight?.animation.currentTime
    flight?.animation.cancel()
    if (card !== held) card.style.transform = ''
    return { flight, time }
  })
  const after = cards.map(placeOf)
  const deck = document.getElementById('deck')
  const stock = deck && { ...placeOf(deck), zone: 'deck' }
  /** @type {Map<string, number>} */
  const dealt = new Map()
  cards.forEach((card, i) => {
    const to = after[i]
    const seen = before.get(card.id)
    const { flight, time } = under[i]
    if (!to.w || card === held) return
    if (!seen) {
      const from = card.dataset.origin === 'stock' ? stock : source(card.dataset.origin)
      if (!from) return
      // one to each in turn, round the table
      const nth = dealt.get(to.zone) ?? 0
      dealt.set(to.zone, nth + 1)
      const delay = Math.min(nth, 12) * 85 + [...dealt.keys()].indexOf(to.zone) * 20
      fly(card, from, to, delay)
      if (card.dataset.card && card.dataset.origin === 'stock') turn(card, '', delay)
      return
    }
    if (seen.face !== card.dataset.card) turn(card, seen.face, 0)
    if (flight && near(flight.to, to)) {
      // it goes where it was going already
      launch(card, flight.frames, flight.timing, to, card.classList.contains('fly')).currentTime = time ?? 0
    } else if (!near(seen.place, to)) {
      fly(card, seen.place, to, 0)
    } else {
      card.classList.remove('fly')
    }
  })
}

/** @param {string | undefined} id @returns {Place | null} */
function source(id) {
  const element = id ? document.getElementById(id) : null
  return element && placeOf(element)
}
