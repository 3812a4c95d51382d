import { h } from './dom.js'
import { linkTo } from './state.js'

/** What this service is, and what in it was assumed or is still open. */
export const overview = (data) => {
  const fields = data.entities.reduce((sum, entity) => sum + entity.fields.length, 0)
  return h(
    'section',
    {},
    h(
      'div',
      {},
      h('h1', {}, data.title),
      h('p', { class: 'lead' }, data.description || `Version ${data.version}, from ${data.charter.file}.`),
    ),
    h(
      'dl',
      { class: 'stops' },
      stop('Entities', data.entities.length),
      stop('Fields', fields),
      stop('Operations', data.operations.length),
      stop('Roles', data.roles.length),
      stop('Open questions', data.questions.filter(({ kind }) => kind !== 'assumed').length),
    ),
    questions(data),
    ...data.entities.map(entityTable),
  )
}

const stop = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value)))

const labels = { assumed: 'Assumed', question: 'Open', contradiction: 'Contradiction' }

const questions = (data) => {
  const open = data.questions.filter(({ kind }) => kind !== 'assumed')
  const assumed = data.questions.filter(({ kind }) => kind === 'assumed')
  if (data.questions.length === 0)
    return h(
      'p',
      { class: 'quiet' },
      'Nothing was assumed, and no question is open. ',
      h('a', { href: linkTo('charter') }, 'Read the charter'),
      '.',
    )
  return h(
    'div',
    { class: 'try' },
    h('h2', {}, 'To review'),
    h(
      'ul',
      { class: 'notes' },
      [...open, ...assumed].map(({ kind, about, sentence, choices }) =>
        h(
          'li',
          {},
          h('span', { class: `tag ${kind}` }, labels[kind] ?? kind),
          h(
            'div',
            {},
            about ? h('code', {}, `${about} `) : null,
            sentence,
            choices.length > 0 ? h('div', { class: 'quiet small' }, choices.join(' / ')) : null,
          ),
        ),
      ),
    ),
  )
}

const entityTable = ({ name, description, fields, relations }) =>
  h(
    'div',
    { class: 'try' },
    h('div', {}, h('h2', { id: `entity-${name}` }, name), description ? h('p', { class: 'quiet' }, description) : null),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Fields of ${name}` },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Field', 'Type', 'Protection', 'Meaning'].map((head) => h('th', { scope: 'col' }, head)),
          ),
        ),
        h(
          'tbody',
          {},
          fields.map((field) =>
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
              h('td', { class: 'quiet' }, field.description),
            ),
          ),
          relations.map((relation) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, h('code', {}, relation.name)),
              h('td', {}, relation.kind === 'many' ? 'many ' : 'one ', relation.target),
              h('td', {}),
              h('td', { class: 'quiet' }, 'relation'),
            ),
          ),
        ),
      ),
    ),
  )

const protection = ({ class: classification, reveal }) =>
  [classification ? classification.toUpperCase() : '', reveal ? `revealed by ${reveal}` : ''].filter(Boolean).join(', ')
