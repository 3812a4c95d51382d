import { h } from './dom.js'
import { proposeEdit } from './edit.js'
import { sureText } from './origin.js'
import { linkTo, readState, replaceParam } from './state.js'

/** The words that the API was drafted from: what each became, and what to press where that is wrong. */
export const wordsView = (data) => {
  if (!data.words?.some(({ became, isUnused }) => became || isUnused)) return null
  const shown = h('div', { class: 'fate', 'aria-live': 'polite' })
  const text = h(
    'p',
    { class: 'words' },
    data.words.flatMap((piece, at) => (piece.became || piece.isUnused ? word(data, piece, at, shown) : piece.text)),
  )
  const chosen = data.words[Number(readState().params.get('word') ?? -1)]
  shown.append(chosen?.became || chosen?.isUnused ? fateOf(data, chosen) : hint())
  return h('div', { class: 'group' }, h('h2', {}, 'Your words'), text, shown)
}

const hint = () =>
  h(
    'p',
    { class: 'quiet small' },
    'Press a word to see what it became, and to change that. ',
    h('span', { class: 'unused' }, 'Dotted'),
    ' ones name something that nothing was made of.',
  )

/** A link, so that it breaks over lines as text does, and the address says which word is shown. */
const word = (data, piece, at, shown) => {
  const [, before, text, after] = /^(\s*)(.*?)(\s*)$/s.exec(piece.text)
  if (text === '') return [before]
  const link = h(
    'a',
    {
      class: piece.isUnused ? 'piece unused' : 'piece',
      href: linkTo('overview', '', { word: at }),
      'aria-current': readState().params.get('word') === String(at) ? 'true' : null,
      onclick: (event) => {
        event.preventDefault()
        replaceParam('word', String(at))
        link.parentElement.querySelector('[aria-current]')?.removeAttribute('aria-current')
        link.setAttribute('aria-current', 'true')
        shown.replaceChildren(fateOf(data, piece))
      },
    },
    text,
  )
  return [before, link, after]
}

const fateOf = (data, { text, became = [] }) =>
  h(
    'ul',
    { class: 'notes' },
    became.length > 0
      ? became.map((path) => fate(data, path))
      : h(
          'li',
          {},
          h('span', { class: 'tag question' }, 'Unused'),
          h(
            'div',
            {},
            `Nothing was made of “${text.trim()}”. `,
            change(data, `add ${text.trim()} with a name`, 'Keep it as a thing'),
          ),
        ),
  )

const fate = (data, path) => {
  const { what, name, to, wrong } = partOf(path, data)
  return h(
    'li',
    {},
    h('span', { class: 'tag' }, what),
    h(
      'div',
      {},
      to ? h('a', { href: to }, name) : h('code', {}, name),
      h('span', { class: 'quiet' }, ` ${sureText(data.provenance[path]?.confidence)} `),
      wrong.map(([words, label]) => change(data, words, label)),
    ),
  )
}

/** What a path in the charter is, in words, and the edits that put it right. */
const partOf = (path, { operations }) => {
  const steps = path.split('.')
  const [first, second, third] = steps
  if (first === 'access')
    return {
      what: 'Role',
      name: third,
      to: linkTo('access'),
      wrong: [
        [`remove the role ${third}`, 'Remove it'],
        [`rename the role ${third} to `, 'Rename it'],
      ],
    }
  if (second === 'allow')
    return {
      what: 'Right',
      name: `${third} on ${first}`,
      to: linkTo('access'),
      wrong: [[`${third} can no longer `, 'Change it']],
    }
  const isEntity = second === undefined && /^[A-Z]/.test(first)
  const operation = operations.find(({ id }) => id === (second ?? first))
  return {
    what: isEntity ? 'Thing' : operation ? 'Operation' : 'Part',
    name: first === 'operations' ? second : path,
    to: operation ? linkTo('operations', operation.id) : linkTo('overview', first),
    wrong: [
      [`remove ${path}`, 'Remove it'],
      [`rename ${path} to `, 'Rename it'],
    ],
  }
}

/** A press that puts words into the box for changes; a whole sentence is previewed at once, a half one is for the reader to end. */
const change = (data, words, label) =>
  data.edit ? h('button', { type: 'button', class: 'bare', onclick: () => proposeEdit(words) }, label) : null
