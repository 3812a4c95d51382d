import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { clinicWords, draftCharter } from '@charter/draft'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadCharter } from './load.ts'
import { relativeTo, writeCharter } from './write-charter.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-write-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a charter is written with the schema that its first line names, which takes it and refuses what check refuses', async () => {
  writeCharter(folder, 'charter.yaml', draftCharter(clinicWords).document)
  const file = join(folder, 'charter.yaml')
  const text = readFileSync(file, 'utf8')
  const [, named = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
  const takes = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(join(dirname(file), named), 'utf8')))
  expect([takes(parse(text)), takes.errors]).toEqual([true, null])
  expect(takes(parse(text.replace('serves:', 'servs:')))).toBe(false)
  expect((await loadCharter(folder)).charter?.name).toBe('clinic')
  writeCharter(folder, 'charter.yaml', text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a SQLite file in or below the charter’s folder is told from there, and another by its whole path', () => {
  const source = (path: string) => `sources:\n  main: { url: ${JSON.stringify(`file:${path}`)} }\n`
  expect(relativeTo('/srv/a "b"', source('/srv/a "b"/data/shop.db'))).toBe(source('data/shop.db'))
  expect(relativeTo('/srv/a', source('/srv/ab/shop.db'))).toBe(source('/srv/ab/shop.db'))
  expect(relativeTo('.', source(`${process.cwd()}/shop.db`))).toBe(source('shop.db'))
})
