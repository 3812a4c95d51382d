import { h, timeOf } from './dom.js'
import { detailOf, keyOf, outcomeOf, said, whatOf, whoOf } from './said.js'

/** Who did what, when, from where, in the words of the record. */
export const entryFacts = (record) => {
  const { entry, receivedAt, replica, epoch, sequence } = record
  const pairs = [
    ['Who', whoOf(record)],
    ['What', withQuiet(whatOf(record), detailOf(record))],
    ['Row', entry.entity || entry.key ? h('span', {}, said(entry.entity), ' ', keyOf(record)) : null],
    ['Outcome', outcomeOf(record) || null],
    ['When', typeof entry.at === 'string' ? withQuiet(timeOf(entry.at), said(entry.at)) : null],
    ['Received', withQuiet(timeOf(receivedAt), said(receivedAt))],
    ['From', entry.origin?.address ? said(entry.origin.address) : null],
    ['Replica', withQuiet(said(replica), `epoch ${epoch}, sequence ${sequence}`)],
  ]
  return h(
    'dl',
    { class: 'pairs' },
    pairs
      .filter(([, value]) => value !== null)
      .flatMap(([name, value]) => [h('dt', { class: 'quiet' }, name), h('dd', {}, value)]),
  )
}

const withQuiet = (value, more) => h('span', {}, value, ' ', h('span', { class: 'quiet' }, more ?? ''))
