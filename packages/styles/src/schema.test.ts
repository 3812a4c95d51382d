import { readFileSync } from 'node:fs'
import { charterSchema } from '@charter/charter'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { styles } from './registry.gen.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('charter.schema.json is current (npm run goldens writes it)', () => {
  expect(JSON.parse(read('../charter.schema.json'))).toEqual(charterSchema(styles))
})

test('the clinic validates', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(charterSchema(styles))
  expect(validate(parse(read('../../charter/examples/clinic.yaml'))) || validate.errors).toBe(true)
})
