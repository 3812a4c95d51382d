import { h, prose } from './dom.js'
import { editBox, proposeEdit } from './edit.js'
import { keyOf, verdictOf } from './operations.js'
import { originText } from './origin.js'
import { linkTo, readState } from './state.js'
import { stateDiagram } from './state-diagram.js'
import { wordsView } from './words.js'

/** What this service is, where to begin, and what in it was assumed or is still open. */
export const overview = (data) => {
  const wanted = readState().id
  const section = h(
    'section',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, data.title),
      h('p', { class: 'lead' }, prose(data.description || `Version ${data.version}, from ${data.charter.file}.`)),
    ),
    begin(data),
    wordsView(data),
    editBox(data),
    questions(data),
    facts(data),
    data.entities.map((entity) => entityTable(entity, data.provenance)),
  )
  if (wanted) queueMicrotask(() => document.getElementById(`entity-${wanted}`)?.scrollIntoView())
  return section
}

const facts = (data) => {
  const fields = data.entities.reduce((sum, entity) => sum + entity.fields.length, 0)
  const open = data.questions.filter(({ kind }) => kind !== 'assumed').length
  return h(
    'dl',
    { class: 'stops' },
    fact('Entities', data.entities.length),
    fact('Fields', fields),
    fact('Operations', data.operations.length),
    fact('Roles', data.roles.length),
    fact('Assumed', data.questions.length - open),
    fact('Open questions', open),
  )
}

const fact = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value)))

/** One read that a role may do, and the same one where another may not: the shortest way to see what is governed. */
const begin = (data) => {
  const reads = data.operations.filter(
    ({ id, method, keyFields }) => id.endsWith('.list') && method === 'GET' && keyFields.length === 0,
  )
  const read = reads.find((each) => splits(data, each)) ?? reads[0]
  if (!read) return null
  const allowed = data.roles.find(({ name }) => verdictOf(data, read, name) !== 'no')
  const denied = data.roles.find(({ name }) => verdictOf(data, read, name) === 'no')
  return h(
    'div',
    { class: 'group' },
    h('h2', {}, 'Begin here'),
    h(
      'ul',
      { class: 'begin' },
      allowed ? beginning(read, allowed.name, h('span', { class: 'yes' }, '✓ answers')) : null,
      denied ? beginning(read, denied.name, h('span', { class: 'no' }, '— is refused, and says why')) : null,
      h(
        'li',
        {},
        h('a', { href: linkTo('charter') }, 'Read the charter'),
        h('span', { class: 'quiet' }, data.charter.file),
      ),
    ),
  )
}

const splits = (data, operation) =>
  new Set(data.roles.map(({ name }) => verdictOf(data, operation, name) === 'no')).size > 1

const beginning = (operation, role, outcome) =>
  h(
    'li',
    {},
    h('a', { href: linkTo('operations', keyOf(operation), { as: role }) }, `${operation.summary} as ${role}`),
    outcome,
  )

const labels = { assumed: 'Assumed', question: 'Open', contradiction: 'Contradiction' }

const questions = (data) => {
  if (data.questions.length === 0) return null
  const open = data.questions.filter(({ kind }) => kind !== 'assumed')
  const assumed = data.questions.filter(({ kind }) => kind === 'assumed')
  return h(
    'div',
    { class: 'group' },
    h('h2', {}, 'To review'),
    h(
      'ul',
      { class: 'notes' },
      [...open, ...assumed].map((each) => questionItem(data, each)),
    ),
  )
}

const questionItem = (data, { kind, about, sentence, choices }) =>
  h(
    'li',
    {},
    h('span', { class: `tag ${kind}` }, labels[kind] ?? kind),
    h(
      'div',
      {},
      about && !sentence.startsWith(about) ? [h('code', {}, about), ' '] : null,
      prose(sentence),
      choices.length > 0 ? answers(data, sentence, choices) : null,
    ),
  )

/** Each choice is an edit in words that answers the question: it is previewed like any other. */
const answers = (data, sentence, choices) =>
  data.edit
    ? h(
        'div',
        { class: 'choices' },
        choices.map((choice) =>
          h(
            'button',
            {
              type: 'button',
              class: 'bare',
              'aria-label': `${sentence} Answer: ${choice}`,
              onclick: () => proposeEdit(`Answer “${sentence}” with “${choice}”.`),
            },
            choice,
          ),
        ),
      )
    : h('div', { class: 'quiet small' }, choices.join(' / '))

const entityTable = ({ name, description, fields, relations, states = [] }, provenance) =>
  h(
    'div',
    { class: 'group' },
    h('h2', { id: `entity-${name}` }, name),
    description ? h('p', { class: 'quiet' }, prose(description)) : null,
    provenance[name] ? h('p', { class: 'quiet small' }, originText(provenance[name])) : null,
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Fields of ${name}` },
      h(
        'table',
        { class: 'fields' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Field', 'Type', 'Protection', 'From'].map((head) => h('th', { scope: 'col' }, head)),
          ),
        ),
        h(
          'tbody',
          {},
          fields.map((field) => fieldRow(field, provenance[`${name}.${field.name}`])),
          relations.map((relation) => relationRow(relation)),
        ),
      ),
    ),
    states.map((each) => stateDiagram(name, each)),
  )

const fieldRow = (field, origin) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('code', {}, field.name)),
    h(
      'td',
      {},
      h('span', { class: 'mono' }, field.type),
      field.isOptional ? h('span', { class: 'quiet' }, ' optional') : null,
    ),
    h('td', {}, protection(field)),
    h('td', { class: 'quiet' }, prose([field.description, originText(origin)].filter(Boolean).join(' · '))),
  )

const relationRow = ({ name, kind, target }) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('code', {}, name)),
    h('td', {}, kind === 'many' ? 'many ' : 'one ', h('a', { href: linkTo('overview', target) }, target)),
    h('td', {}),
    h('td', { class: 'quiet' }, 'relation'),
  )

const protection = ({ class: classification, reveal }) =>
  [classification ? classification.toUpperCase() : '', reveal ? `revealed by ${reveal}` : ''].filter(Boolean).join(', ')
