import { h, prose } from './dom.js'
import { linkTo } from './state.js'

/** Why it was refused: the deciding rule, or the nearest that would allow it, with its line in the charter. */
export const decided = (why) => {
  if (!why) return []
  const { sentence, rule } = why
  return [
    h(
      'div',
      { class: 'decided' },
      h('strong', {}, 'Why'),
      h('span', {}, prose(sentence)),
      rule
        ? h('a', { href: linkTo('charter', '', { line: String(rule.line) }) }, `${rule.file}, line ${rule.line}`)
        : null,
      rule ? h('code', {}, rule.text) : null,
    ),
  ]
}

/** Headers, or gRPC's metadata. */
export const headersPart = (headers) =>
  h(
    'details',
    {},
    h('summary', {}, `${headers.length} headers`),
    h(
      'table',
      {},
      h(
        'tbody',
        {},
        headers.map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, h('code', {}, value)))),
      ),
    ),
  )
