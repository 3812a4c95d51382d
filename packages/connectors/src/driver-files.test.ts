import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connectors } from './registry.gen.ts'

const driverFiles = (name: string): readonly string[] =>
  readdirSync(new URL(`./${name}/driver/`, import.meta.url))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `driver/${file}`)

test.each(connectors.map(({ name, drivers }) => ({ name, drivers })))(
  'a generated service carries every file of the driver of $name',
  ({ name, drivers }) => {
    for (const { files } of Object.values(drivers)) expect([...files].sort()).toEqual([...driverFiles(name)].sort())
  },
)
