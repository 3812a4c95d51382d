import { h } from './dom.js'

const rowHeight = 56
const [width, middle, beside] = [132, 66, 42]

const s = (name, attributes, ...children) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.append(...children)
  return element
}

/**
 * The way up: the leaf at the bottom, on each step the sibling that it is joined with, the root, the checkpoint that was
 * signed, and the seal. Drawn beside the steps, a row each; the words say all that the picture does.
 */
export const proofPicture = (steps, told) => {
  const rows = [...steps].reverse()
  const height = rows.length * rowHeight
  const picture = s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, class: 'path', 'aria-hidden': 'true', focusable: 'false' },
    ...rows.flatMap((step, at) => lines(step, rows[at - 1], at)),
    ...rows.flatMap((step, at) => marks(step, at)),
  )
  return h(
    'div',
    { class: 'proof' },
    picture,
    h(
      'ol',
      { reversed: true, class: 'steps' },
      rows.map((step) => row(step, told)),
    ),
  )
}

const centre = (at) => at * rowHeight + rowHeight / 2
const siblingAt = ({ side }) => (side === 'left' ? middle - beside : middle + beside)

/** From a step to the one above it, and from its sibling to where both are joined. */
const lines = (step, above, at) => {
  if (!above) return []
  const [from, to] = [centre(at), centre(at - 1)]
  const way = (x) => s('path', { class: `way ${above.state}`, d: `M${x} ${from}L${middle} ${to}` })
  return [way(middle), ...(step.sibling ? [way(siblingAt(step.sibling))] : [])]
}

const marks = (step, at) => {
  const y = centre(at)
  const sibling = step.sibling ? [s('circle', { class: 'sibling', cx: siblingAt(step.sibling), cy: y, r: 4 })] : []
  return [...sibling, ...shapes[step.kind](y, step.state), ...(step.state === 'breaks' ? [cross(y)] : [])]
}

/** The leaf and the checkpoint are documents, as the mark is; what was signed carries the seal. */
const shapes = {
  leaf: (y, state) => sheet(y, state),
  node: (y, state) => [s('circle', { class: `node ${state}`, cx: middle, cy: y, r: 6 })],
  checkpoint: (y, state) => sheet(y, state),
  signature: (y, state) => [
    s('circle', { class: `seal ${state}`, cx: middle, cy: y, r: 11 }),
    s('path', { class: 'on-seal', d: state === 'holds' ? `M${middle - 5} ${y}l4 4 6 -7` : '' }),
  ],
}

const sheet = (y, state) => [
  s('rect', { class: `sheet-mark ${state}`, x: middle - 9, y: y - 12, width: 18, height: 24, rx: 2 }),
  s('path', {
    class: `sheet-lines ${state}`,
    d: `M${middle - 5} ${y - 5}h10M${middle - 5} ${y}h10M${middle - 5} ${y + 5}h6`,
  }),
]

const cross = (y) => s('path', { class: 'cross', d: `M${middle - 4} ${y - 4}l8 8m0 -8l-8 8` })

const signs = { holds: ['yes', '✓ holds'], breaks: ['deny', '✕ breaks'], unreached: ['quiet', '– not reached'] }

const row = (step, told) => {
  const [tone, sign] = signs[step.state]
  return h(
    'li',
    { class: `step ${step.state}` },
    h(
      'div',
      { class: 'row spread' },
      h('strong', {}, titleOf(step, told)),
      h('span', { class: `small ${tone}` }, sign),
    ),
    h('div', { class: 'small quiet hash', title: step.hash || null }, noteOf(step, told)),
  )
}

const titleOf = (step, { index }) => (step.kind === 'leaf' ? `Leaf ${index}` : step.title)

const noteOf = (step, { key, isPinned, checkpoint }) => {
  if (step.kind === 'signature')
    return key
      ? `${key.type === 1 ? 'Ed25519' : 'ECDSA P-256'} by ${key.name}+${key.id}, ${isPinned ? 'the key that you brought' : 'the ledger’s own word'}`
      : 'no key'
  if (step.kind === 'checkpoint')
    return checkpoint ? `${checkpoint.origin}, ${checkpoint.size} entries, root ${step.hash}` : 'unreadable'
  return h(
    'span',
    {},
    h('code', {}, step.hash),
    step.sibling
      ? h(
          'span',
          { class: 'joined', title: step.sibling.hash },
          ` with ${step.sibling.hash.slice(0, 8)}… on its ${step.sibling.side}`,
        )
      : null,
  )
}
