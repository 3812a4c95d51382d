import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { conform } from './conform.ts'
import { charterDiagnostics } from './diagnostics.ts'
import { documentShape } from './document-shape.ts'
import { charterSchema } from './index.ts'
import { parseCharter } from './parse.ts'
import { createReporter } from './report.ts'
import { shapes } from './shapes.ts'
import type { Setting } from './style-settings.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const path: Setting = {
  shape: shapes.object('a path', { path: shapes.text, base: shapes.text }),
  read: () => ({ value: undefined }),
}
const styles = [{ name: 'rest', settings: { charter: path, entity: path, relation: path, operation: path } }]
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(charterSchema(styles))
const { whole, definitions } = documentShape(styles)

test('schema and check agree on the shape of damaged documents', () => {
  const clinic: unknown = parse(read('../examples/clinic.yaml'))
  const paths = pathsOf(clinic, [])
  const junk = fc.constantFrom<unknown>(null, true, 7, 'word', 'Two Words', [], ['x'], {}, { odd: 1 }, { type: 'text' })
  let damaged = 0
  fc.assert(
    fc.property(fc.constantFrom(...paths), junk, fc.boolean(), (path, value, isExtra) => {
      const document = replaced(clinic, isExtra ? [...path.slice(0, -1), 'odd'] : path, value)
      const { document: read } = parseCharter({ 'charter.yaml': stringify(document) })
      const reporter = createReporter(charterDiagnostics)
      if (!read.tree) return
      conform(read.tree, whole, { definitions, reporter })
      if (reporter.found.length > 0) damaged += 1
      expect({ path, value, isValid: validate(document) }).toEqual({
        path,
        value,
        isValid: reporter.found.length === 0,
      })
    }),
    { numRuns: 300 },
  )
  expect(damaged).toBeGreaterThan(30)
})

const pathsOf = (value: unknown, path: readonly (string | number)[]): (readonly (string | number)[])[] => {
  if (typeof value !== 'object' || value === null) return path.length ? [path] : []
  const below = Object.entries(value).flatMap(([key, each]) =>
    pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length ? [path, ...below] : below
}

const replaced = (of: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown => {
  if (step === undefined) return value
  if (Array.isArray(of)) return of.map((each, index) => (index === step ? replaced(each, rest, value) : each))
  const from = typeof of === 'object' && of !== null ? of : {}
  return { ...from, [step]: replaced((from as Record<string, unknown>)[step], rest, value) }
}
