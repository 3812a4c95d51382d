import { expect, test } from 'vitest'
import { checkCharter, diffCharters, formatDiff, parseCharter, toModel } from './index.ts'

const text = (scan: string, more = '', source = 'own: sqlite') => `charter: 1
name: documents
serves: [rest]
sources: { main: { ${source} } }
access: { accepts: [jwt], roles: [clerk] }
entities:
  Document:
    key: id
    fields:
      id: { type: uuid, default: generated }
      scan: ${scan}
    allow: { clerk: { do: [create, read, update] } }
${more}`
const read = (scan: string, more?: string, source?: string) =>
  parseCharter({ 'charter.yaml': text(scan, more, source) })
const said = (scan: string, more?: string, source?: string, carriers: readonly string[] = ['rest']) => {
  const { charter, diagnostics } = read(scan, more, source)
  const styles = carriers.map((name) => ({ name, carriesFiles: true as const, check: () => [] }))
  const found = charter ? checkCharter(charter, { styles, connectors: [] }) : []
  return [...diagnostics, ...found].flatMap(({ code, message }) =>
    code === 'not-built-yet' || code === 'state-apart' ? [] : [message],
  )
}

test('a file is a record that a row has once it is sent, and that nobody writes', () => {
  expect(said('{ type: file, max: 20 MiB, kinds: [application/pdf, image/*] }')).toEqual([])
  const { charter } = read('{ type: file, max: 20 MiB, kinds: [application/pdf, image/*] }')
  if (!charter) throw new Error('it does not read')
  const scan = toModel(charter, []).entities[0]?.fields[1]
  expect(scan).toMatchObject({
    isOptional: true,
    writable: 'never',
    isFilterable: false,
    isSortable: false,
    file: { bytesMax: 20_971_520, kinds: ['application/pdf', 'image/*'] },
  })
  expect(scan?.type).toMatchObject({ kind: 'record' })
  expect(read('file').charter?.entities[0]?.fields[1]?.file).toEqual({ bytesMax: 104_857_600 })
})

test.each([
  ['{ type: file, max: lots }', '`max` of a file is a number of bytes'],
  ['{ type: file, max: 0 }', '`max` of a file is a number of bytes'],
  ['{ type: file, kinds: [PDF] }', '`PDF` is no kind that a file'],
  ['{ type: file, kinds: [image/jpg] }', 'Did you mean `image/jpeg`? Known of `image/*` are image/avif, image/bmp,'],
  ['{ type: file, kinds: [application/msword] }', 'application/x-ole-storage'],
  ['{ type: file, kinds: [model/*] }', 'Known are application/*, audio/*'],
  ['{ type: file, length: 3 }', 'length'],
  ['{ type: file, default: x }', 'it has a `default`'],
  ['{ type: file, unique: true }', 'it is `unique`'],
  ['{ type: file, immutable: true }', 'it is `immutable`'],
  ['{ type: file, readOnly: true }', 'it is `readOnly`'],
  ['{ type: file, writeOnly: true }', 'it is `writeOnly`'],
  ['{ type: file, protect: mask, reveal: scans, mask: year }', 'nothing can be shown in part'],
  ['{ type: file, protect: tokenize }', 'a token is text'],
])('%s is refused by name', (scan, why) => {
  expect(said(scan).join('\n')).toContain(why)
})

test('no check asks of a file, which is sent to a row that is there', () => {
  const checked = text('file').replace(
    '    allow:',
    "    checks: { has: { rule: scan is not null, message: 'Send a scan.' } }\n    allow:",
  )
  const { charter } = parseCharter({ 'charter.yaml': checked })
  if (!charter) throw new Error('it does not read')
  const found = checkCharter(charter, { styles: [], connectors: [] })
  expect(found.map(({ message }) => message).join()).toContain('a check asks of it')
})

test('bytes are of a row that the state lies with, over a style that carries them', () => {
  expect(said('file', '', 'own: sqlite', ['bytes', 'more'])).toEqual([
    '`scan` cannot be a file: bytes are sent and read over bytes or more: add one of them to `serves`.',
  ])
  expect(said('file', '', 'own: sqlite', ['bytes', 'rest'])).toEqual([])
  expect(said('file', '', 'url: file:theirs.db').join('\n')).toContain('are not ours')
  expect(said('file', 'state: file:state.db\n').join('\n')).toContain('leave `state` out')
  expect(said('{ type: array, items: file }').join('\n')).toContain('its bytes belong to a row')
  expect(said('file', 'types: { Paper: { type: record, members: { scan: file } } }\n').join('\n')).toContain(
    '`scan` cannot be a file',
  )
  const owner = `  Case:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { documents: { many: Document, inverse: case, owned: true } }
    allow: { clerk: { do: [create, read] } }
`
  const owned = text('file', owner).replace(
    '      scan: file\n',
    '      scan: file\n    relations: { case: { one: Case } }\n',
  )
  const { charter } = parseCharter({ 'charter.yaml': owned })
  if (!charter) throw new Error('it does not read')
  const styles = [{ name: 'rest', carriesFiles: true as const, check: () => [] }]
  expect(
    checkCharter(charter, { styles, connectors: [] })
      .map(({ message }) => message)
      .join('\n'),
  ).toContain('are written with those of Case')
})

test('no sample has a file', () => {
  const { diagnostics } = read('file\n    samples: [{ scan: { digest: x, size: 1, kind: text/plain } }]')
  expect(diagnostics.map(({ message }) => message).join()).toContain('`scan` is a file')
})

test('what a file may be is among what changed', () => {
  const [before, after] = ['{ type: file, max: 20 MiB }', '{ type: file, max: 5 MiB, kinds: [application/pdf] }'].map(
    (scan) => read(scan).charter,
  )
  if (!before || !after) throw new Error('it does not read')
  const diff = diffCharters(before, after, { styles: [], access: () => [] })
  expect(formatDiff(diff).join?.('\n') ?? String(formatDiff(diff))).toContain('"bytesMax":5242880')
})
