import { copyButton, h } from './dom.js'

/** How far each witness has come, and what it proves; where there is none, how to name one. */
export const witnessPart = (ledger) =>
  h(
    'div',
    { class: 'group' },
    h('h2', {}, 'Witnesses'),
    ...(ledger.witnesses.length === 0
      ? [noWitness()]
      : [witnessTable(ledger), h('p', { class: 'quiet small' }, whose)]),
  )

const whose =
  'As this ledger tells it. To hear it from a witness itself, compare the checkpoint below with the one that it holds.'

const noWitness = () => {
  const setting = 'witnesses:\n  - { file: /mnt/auditors/ledger.witness, administrator: auditors }'
  return h(
    'div',
    { class: 'group' },
    h(
      'p',
      {},
      h('span', { class: 'warn' }, '! Nobody witnesses this ledger.'),
      ' Who has its disk and its key could rewrite all of it. Name a witness under another administrator in ledger.yaml:',
    ),
    h('pre', { class: 'sheet', tabindex: '0' }, setting),
    h('div', { class: 'row' }, copyButton(setting, 'Copy setting')),
  )
}

const witnessTable = ({ witnesses, checkpoint }) =>
  h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Witnesses' },
    h(
      'table',
      { class: 'witnesses' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Witness', 'Holds', 'Unwitnessed since', 'What it proves'].map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      h(
        'tbody',
        {},
        witnesses.map((witness) => witnessRow(witness, checkpoint)),
      ),
    ),
  )

const witnessRow = ({ name, size, unwitnessed, notIndependent, fault }, checkpoint) =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('bdi', {}, name)),
    h(
      'td',
      { 'data-label': 'Holds' },
      size === null ? '' : size === 0 ? 'nothing yet' : `${size} of ${checkpoint.size}`,
    ),
    h(
      'td',
      { 'data-label': 'Unwitnessed since' },
      unwitnessed === null
        ? ''
        : unwitnessed === 0
          ? h('span', { class: 'yes' }, '✓ none')
          : h('span', { class: 'warn' }, `! ${unwitnessed} ${unwitnessed === 1 ? 'entry' : 'entries'}`),
    ),
    h(
      'td',
      {},
      fault !== null
        ? h('span', { class: 'deny' }, `✕ ${fault}`)
        : notIndependent !== null
          ? h('span', { class: 'warn' }, `! ${notIndependent}`)
          : h('span', { class: 'yes' }, '✓ independent, as far as can be told'),
    ),
  )
