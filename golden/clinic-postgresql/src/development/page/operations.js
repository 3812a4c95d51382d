import { comparison } from './compare-roles.js'
import { h, prose } from './dom.js'
import { filesPart } from './files.js'
import { inputRow, isOwnEach, valuesOf } from './inputs.js'
import { linkTo, readState } from './state.js'
import { stylesPart } from './styles.js'

/** Tells apart routes that are the same operation, such as a list and a list below its parent. */
export const keyOf = ({ id, method, path }) => `${id} ${method} ${path}`

/** One operation, to try as a role in every style. `seen` keeps the keys that answers have shown, by `Entity.field`. */
export const operationView = (data, id, role, seen) => {
  const operation = data.operations.find((each) => keyOf(each) === id || each.id === id)
  if (!operation)
    return h(
      'section',
      {},
      h('h1', {}, 'No such operation'),
      h('p', { class: 'lead' }, `This service has no "${id}". Search for another with `, h('kbd', {}, '/'), '.'),
    )
  return h(
    'section',
    { class: 'operation' },
    h('div', {}, h('p', { class: 'quiet small' }, operation.id), h('h1', {}, prose(operation.summary))),
    roleChoice(data, operation, role),
    tryForm(data, formOf(operation, role), role, seen),
  )
}

/** The operation without the fields that a role may not write. */
const formOf = (operation, { name }) => ({ ...operation, ...operation.forms?.[operation.formFor?.[name]] })

/** Every role with what the charter says of it here: one press changes who asks. */
const roleChoice = (data, operation, role) =>
  h(
    'nav',
    { class: 'roles', 'aria-label': 'Try it as' },
    [...data.roles, { name: 'nobody' }].map(({ name }) =>
      h(
        'a',
        {
          href: linkTo('operations', keyOf(operation), { ...inputsNow(), as: name }),
          'aria-current': name === role.name ? 'true' : null,
        },
        h('span', { class: 'name' }, name),
        verdictText(name === 'nobody' ? 'no' : verdictOf(data, operation, name)),
      ),
    ),
  )

const inputsNow = () => Object.fromEntries([...readState().params].filter(([name]) => name !== 'as'))

export const verdictOf = (data, operation, role) =>
  operation.id === 'batch' ? 'as its calls' : (data.access[role]?.[operation.id] ?? 'no')

const verdictText = (verdict) =>
  verdict === 'yes'
    ? h('span', { class: 'yes' }, '✓ every row')
    : verdict === 'no'
      ? h('span', { class: 'no' }, '— denied')
      : verdict === 'as its calls'
        ? h('span', { class: 'no' }, verdict)
        : h('span', {}, h('span', { class: 'yes' }, '✓ where '), h('code', {}, verdict))

const tryForm = (data, operation, role, seen) => {
  const inputs = inputRow(data, operation, role, seen, () => styles.redraw())
  const values = (number) => valuesOf(operation, inputs, role, number, seen)
  const styles = stylesPart({ data, operation, role, seen, values })
  const compared = h('div', { class: 'compared', 'aria-live': 'polite' })
  const compare = async () => {
    compared.replaceChildren(await comparison(data, operation, styles.first, values(0)))
  }
  const runAll = (event) => {
    event?.preventDefault()
    compared.replaceChildren()
    void styles.runAll()
  }
  return h(
    'form',
    { class: 'try', id: 'try', onsubmit: runAll, novalidate: true },
    operation.inputs.length > 0 ? inputs : null,
    styles.count > 1 && isOwnEach(operation, role, seen)
      ? h(
          'p',
          { class: 'quiet small' },
          'A row is made or changed once: until you write other values, each style sends its own.',
        )
      : null,
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'main', type: 'submit' }, runName(styles.count, role)),
      operation.method === 'GET' && styles.first
        ? h('button', { type: 'button', onclick: compare }, 'Compare roles')
        : null,
      h(
        'span',
        { class: 'quiet small hint' },
        'Press ',
        h('kbd', {}, 'Enter'),
        ' to run it, ',
        h('kbd', {}, '1'),
        ' and so on for one style.',
      ),
    ),
    compared,
    filesPart(data, operation, role, () => values(0)),
    styles.element,
  )
}

const runName = (count, { name }) => (count === 1 ? `Run as ${name}` : `Run in all as ${name}`)
