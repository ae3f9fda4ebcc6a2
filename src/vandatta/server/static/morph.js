/** Makes one piece of the page equal to another, while everything with an id keeps its element. */

/**
 * The element or text of `now` that becomes `want`: by id wherever it stands, else the next of its kind.
 * @param {Node} want @param {Node | null} from @param {Map<string, Element>} old @param {Set<Node>} kept
 * @returns {Node | null}
 */
function partner(want, from, old, kept) {
  if (want instanceof Element && want.id) {
    const known = old.get(want.id)
    return known && known.nodeName === want.nodeName ? known : null
  }
  for (let node = from; node; node = node.nextSibling) {
    const named = node instanceof Element && node.id
    if (node.nodeName === want.nodeName && !named && !kept.has(node)) return node
  }
  return null
}

/**
 * Let the cards and other known elements inside a new node be the old ones.
 * @param {Node} want @param {Map<string, Element>} old
 */
function adopt(want, old) {
  if (!(want instanceof Element)) return
  for (const inner of want.querySelectorAll('[id]')) {
    const known = old.get(inner.id)
    if (!known || known.nodeName !== inner.nodeName || !want.contains(inner)) continue
    inner.replaceWith(known)
    morph(known, inner, old)
  }
}

/**
 * Make `now` equal to `next`. New nodes go in whole, so that a screen reader says them once.
 * @param {Element} now @param {Element} next @param {Map<string, Element>} old every element with an id, as it was before
 */
export function morph(now, next, old) {
  for (const name of now.getAttributeNames()) {
    // styles are ours alone: measures of the hand, a card being dragged
    if (name !== 'style' && !next.hasAttribute(name)) now.removeAttribute(name)
  }
  for (const name of next.getAttributeNames()) {
    const value = /** @type {string} */ (next.getAttribute(name))
    if (now.getAttribute(name) !== value) now.setAttribute(name, value)
  }
  const wanted = new Set([...next.children].map((child) => child.id))
  for (const child of [...now.children]) {
    // gone first, so that those after it need not be moved and keep the focus
    if (child.id && !wanted.has(child.id)) child.remove()
  }
  /** @type {Set<Node>} */
  const kept = new Set()
  /** @type {Node | null} */
  let last = null
  for (const want of [...next.childNodes]) {
    const place = /** @type {Node | null} */ (last ? last.nextSibling : now.firstChild)
    const have = partner(want, place, old, kept)
    if (have) {
      if (have !== place) now.insertBefore(have, place)
      if (have instanceof Element) morph(have, /** @type {Element} */ (want), old)
      else if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue
    } else {
      adopt(want, old)
      now.insertBefore(want, place)
    }
    last = have ?? want
    kept.add(last)
  }
  for (const node of [...now.childNodes]) {
    // the side a card turns away is ours, and goes when it has turned
    if (!kept.has(node) && !(node instanceof Element && node.classList.contains('was'))) node.remove()
  }
}
