import { expect, test } from 'vitest'
import { parseCharter, withIncluded } from './index.ts'

const rest = 'charter: 1\nname: shop\naccess: { roles: [clerk] }\nentities: {}\n'
const names = (many: number, of = 'p') => Array.from({ length: many }, (_, at) => `${of}${at}.yaml`)

const read = async (there: Readonly<Record<string, string>>, root: string) => {
  const asked: string[] = []
  const files = await withIncluded({ 'charter.yaml': root }, 'charter.yaml', async (file) => {
    asked.push(file)
    return there[file] ?? null
  })
  return { asked, files, told: parseCharter(files).diagnostics.map(({ message }) => message) }
}

test('no more files are looked for than a charter may have, there or not, and that is told once', async () => {
  const { asked, told } = await read({}, `include: [${names(1500).join(', ')}]\n${rest}`)
  expect(asked).toEqual(names(50))
  expect(told).toHaveLength(51)
  expect(told.at(-1)).toContain('at most 50 files')
})

test('of files beyond the bound none is told to be missing that is there', async () => {
  const there = Object.fromEntries([...names(50), ...names(49, 'q')].map((name) => [name, 'types: {}\n']))
  const { told } = await read(
    { ...there, 'p0.yaml': `include: [${names(49, 'q').join(', ')}]\n` },
    `include: [${names(50).join(', ')}]\n${rest}`,
  )
  expect(told.filter((message) => message.includes('no such file'))).toEqual([])
  expect(told.filter((message) => message.includes('at most 50 files'))).toHaveLength(1)
})

test('what a file includes that is there already is read', async () => {
  const given = {
    'charter.yaml': `include: entities/Order.yaml\n${rest}`,
    'entities/Order.yaml': 'include: ../types.yaml\n',
  }
  const files = await withIncluded(given, 'charter.yaml', async (file) =>
    file === 'types.yaml' ? 'types: {}\n' : null,
  )
  expect(Object.keys(files)).toContain('types.yaml')
})
