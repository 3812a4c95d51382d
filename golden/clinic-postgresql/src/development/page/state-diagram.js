import { h } from './dom.js'

const namespace = 'http://www.w3.org/2000/svg'

/** @param {string} name */
const s = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.append(...children)
  return element
}

const frame = ({ x, y, width, height }, inset) =>
  s('rect', { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset, rx: 6 - inset / 2 })

/** What rows of an entity go through, drawn as it was laid out when the page was made. */
export const stateDiagram = (entity, { field, label, width, height, states, moves }) => {
  const arrow = `${entity}-${field}-arrow`
  return h(
    'figure',
    { class: 'states' },
    h(
      'figcaption',
      { class: 'quiet small' },
      h('code', {}, field),
      ' begins in the state with the thick line; from those with a double one no move leads on.',
    ),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `States of ${entity}.${field}` },
      s(
        'svg',
        { role: 'img', 'aria-label': label, width, height, viewBox: `0 0 ${width} ${height}` },
        s(
          'defs',
          {},
          s(
            'marker',
            { id: arrow, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
            s('path', { d: 'M0 0L8 4L0 8z' }),
          ),
        ),
        ...moves.map(({ names, path, x, y }) =>
          s(
            'g',
            { class: 'move' },
            s('path', { d: path, 'marker-end': `url(#${arrow})` }),
            s('text', { x, y }, names.join(', ')),
          ),
        ),
        ...states.map((state) =>
          s(
            'g',
            { class: `state${state.isInitial ? ' initial' : ''}` },
            frame(state, 0),
            ...(state.isFinal ? [frame(state, 3)] : []),
            s('text', { x: state.x + state.width / 2, y: state.y + state.height / 2 + 4.5 }, state.name),
          ),
        ),
      ),
    ),
  )
}
