import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRequests } from './requests.ts'

const fileOf = async (text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-ideas-'))
  await writeFile(join(folder, 'clubs.ideas'), text)
  return folder
}

test('many ideas stand in one file, each with its reference', async () => {
  const folder = await fileOf(
    [
      '## 7 · rowing club · one sentence',
      'crews sign out a boat (name, class)',
      '---',
      'E Boat/Shell: name, class/type enum, weight? decimal',
      'E Outing/Trip',
      'R Outing > Boat',
      'R Outing >< Boat ?',
      'P crew/rower',
      'A crew: create, endOuting Outing',
      'O endOuting/signIn Outing',
      '',
    ].join('\n'),
  )
  const [request, ...others] = readRequests(folder)
  expect(others).toEqual([])
  expect(request).toMatchObject({ id: 'clubs/7', words: 'crews sign out a boat (name, class)' })
  expect(request?.reference).toEqual({
    entities: [
      {
        name: 'Boat',
        aliases: ['Shell'],
        quoted: true,
        fields: [
          { name: 'name', aliases: [], quoted: true, type: 'text' },
          { name: 'class', aliases: ['type'], quoted: true, type: 'enum' },
          { name: 'weight', aliases: [], quoted: false, type: 'decimal' },
        ],
      },
      { name: 'Outing', aliases: ['Trip'], quoted: true, fields: [] },
    ],
    relations: [
      { from: 'Outing', to: 'Boat', kind: 'many-to-one', quoted: true },
      { from: 'Outing', to: 'Boat', kind: 'many-to-many', quoted: false },
    ],
    roles: [{ name: 'crew', aliases: ['rower'], quoted: true }],
    access: [{ role: 'crew', do: ['create', 'endOuting'], on: 'Outing' }],
    operations: [{ name: 'endOuting', aliases: ['signIn'], quoted: true, on: 'Outing' }],
  })
})

test('what is no line of a reference is told with its place', async () => {
  const folder = await fileOf('## 1 · club · note\nboats\n---\nE Boat\nX Boat\n')
  expect(() => readRequests(folder)).toThrow('clubs.ideas:5: not a line of a reference: X Boat')
})
