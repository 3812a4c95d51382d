import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { connectors } from './registry.gen.ts'

const driverFiles = (folder: string): readonly string[] =>
  readdirSync(new URL(`./${folder}/driver/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `driver/${file}`)

const carried = connectors.flatMap(({ name, drivers }) =>
  Object.values(drivers).map(({ folder = name, files }) => ({ name, folder, files })),
)

test.each([...new Set(carried.map(({ folder }) => folder))])(
  'generated services carry every file of the drivers in %s',
  (folder) => {
    const files = carried.filter((each) => each.folder === folder).flatMap((each) => each.files)
    expect([...new Set(files)].sort()).toEqual([...driverFiles(folder)].sort())
  },
)

test.each(carried)('a service on $name carries every file that the files of its driver import', ({ folder, files }) => {
  for (const file of files) {
    const text = readFileSync(new URL(`./${folder}/${file}`, import.meta.url), 'utf8')
    const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) =>
      posix.join(posix.dirname(file), name),
    )
    expect(files).toEqual(expect.arrayContaining(imported))
  }
})
