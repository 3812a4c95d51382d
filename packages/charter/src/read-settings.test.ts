import { expect, test } from 'vitest'
import { diffCharters } from './diff.ts'
import { type ParseOptions, parseCharter } from './parse.ts'
import { createReporter, error } from './report.ts'
import { shapes } from './shapes.ts'
import { type Setting, settingsOf } from './style-settings.ts'
import { textAt } from './tree.ts'

const declared = { 'post-unsealed': error<{ seal: string }>(({ seal }) => `There is no seal of \`${seal}\`.`) }

const seal: Setting<{ readonly seal: string }> = {
  shape: shapes.object('`post`', { seal: shapes.text }),
  read: (tree, { version }) => {
    const written = textAt(tree, 'seal') ?? `wax of ${version}`
    const { report, found } = createReporter(declared)
    if (tree && !written.startsWith('wax')) report('post-unsealed', tree, { seal: written })
    return { value: { seal: written }, diagnostics: found }
  },
}
const post = { name: 'post', settings: { charter: seal, entity: { ...seal, read: readWritten } } }

function readWritten(tree: Parameters<typeof seal.read>[0]): { readonly value: object | undefined } {
  return { value: tree && { seal: textAt(tree, 'seal') } }
}

const read = (root: string, entity = '', options: ParseOptions = { styles: [post] }) =>
  parseCharter(
    { 'charter.yaml': `charter: 1\nname: a\n${root}\nentities:\n  A: { key: id, fields: { id: uuid }${entity} }\n` },
    options,
  )

test('a style reads what a charter tells it, and what it takes where nothing is written', () => {
  const { charter } = read('post: { seal: wax }', ', post: { seal: lead }')
  expect(charter && settingsOf(charter, 'post')).toEqual({ seal: 'wax' })
  expect(charter?.entities[0]?.settings).toEqual({ post: { seal: 'lead' } })
  const { charter: silent } = read('version: 2.0.0')
  expect(silent?.settings).toEqual({ post: { seal: 'wax of 2.0.0' } })
  expect(silent?.entities[0]).not.toHaveProperty('settings')
})

test('what a style refuses is told where it stands, and so is what has not its shape', () => {
  const told = (root: string, entity?: string) =>
    read(root, entity).diagnostics.map(({ code, place, path }) => [code, place.line, place.column, path])
  expect(told('post: { seal: lead }')).toEqual([['post-unsealed', 3, 7, 'post']])
  expect(told('post: { seals: wax }')).toEqual([['unknown-key', 3, 9, 'post.seals']])
  expect(told('', ', post: 7')).toEqual([['wrong-shape', 5, 45, 'entities.A.post']])
})

test('a style that there is not means nothing, unless whoever reads knows no style', () => {
  expect(read('mail: { seal: wax }').diagnostics).toMatchObject([{ code: 'unknown-key', path: 'mail' }])
  const { charter, diagnostics } = read('mail: { seal: wax }', ', mail: { seal: wax }', {})
  expect([diagnostics, charter?.settings]).toEqual([[], {}])
  // What looks like a name of the document's own is a mistake all the same, and so is what holds no map.
  for (const root of ['mail: wax', 'operation: { a: {} }', 'polices: {}'])
    expect(read(root, '', {}).diagnostics).toMatchObject([{ code: 'unknown-key' }])
})

test('a default is never taken for what nobody read', () => {
  const { charter } = read('', '', {})
  expect(() => charter && settingsOf(charter, 'post')).toThrow('read without the settings of `post`')
})

test('what a style is told differs by its own name', () => {
  const changes = (before: string, after: string) => {
    const [one, two] = [read(before, ', post: { seal: wax }').charter, read(after, ', post: { seal: lead }').charter]
    return one && two && diffCharters(one, two, { styles: [], access: () => [] }).structure
  }
  expect(changes('', 'post: { seal: wax }')).toMatchObject([
    { what: 'section', about: 'post', details: ['seal: wax of 1.0.0 → wax'] },
    { what: 'entity', about: 'A', details: ['post: {"seal":"wax"} → {"seal":"lead"}'] },
  ])
})
