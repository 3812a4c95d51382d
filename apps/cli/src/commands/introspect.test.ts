import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { charterHere as charter } from '../testing/here.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-cli-introspect-'))
const path = join(folder, 'shop.db')
const database = new DatabaseSync(path)
database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)')

test('what the database changed since its charter was written is told, and ends with 1', async () => {
  const written = join(folder, 'shop.yaml')
  expect((await charter(['introspect', path, '-o', written])).status).toBe(0)
  expect(await charter(['introspect', path, '--compare', written])).toMatchObject({
    status: 0,
    out: 'The database is as the charter says.\n',
  })
  database.exec('ALTER TABLE item ADD COLUMN price REAL')
  const { status, out } = await charter(['introspect', path, '--compare', written, '--json'])
  expect(status).toBe(1)
  expect(JSON.parse(out)).toEqual({
    drift: [{ kind: 'column-added', about: 'item.price', sentence: 'item has a new column price.' }],
    unindexed: [],
  })
})

test('the URL can come from a file or from the environment, so that it is on no command line', async () => {
  const file = join(folder, 'url')
  writeFileSync(file, `file:${path}\n`)
  expect((await charter(['introspect', '--url-file', file])).out).toContain('Item:')
  expect(await charter(['introspect', '--url-file', join(folder, 'nothing')])).toMatchObject({ status: 3 })
  const unset = await charter(['introspect', 'env:CHARTER_NOT_SET'])
  expect(unset).toMatchObject({ status: 3 })
  expect(unset.err).toContain('CHARTER_NOT_SET')
  expect((await charter(['introspect', path, '--naming', 'shouting'])).status).toBe(2)
  expect((await charter(['introspect', 'mongodb://me:hunter2@host/db'])).err).not.toContain('hunter2')
})

test('a file that is not there is named, and nothing is made in its place', async () => {
  const missing = join(folder, 'missing.db')
  const { status, err } = await charter(['introspect', missing])
  expect([status, existsSync(missing)]).toEqual([3, false])
  expect(err).toContain(`There is no SQLite file ${missing}.`)
})

test('what names look sensitive is asked, and what only says something about it is not', async () => {
  const people = join(folder, 'people.db')
  const made = new DatabaseSync(people)
  made.exec(
    'CREATE TABLE person (id INTEGER PRIMARY KEY, email TEXT, birth_date DATE, email_verified BOOLEAN, note TEXT)',
  )
  made.close()
  const { out, err } = await charter(['introspect', people])
  expect(err).toContain('Person.email looks like data about a person. If it is, say class: pii')
  expect(out).not.toContain('class:')
  const { classes } = JSON.parse((await charter(['introspect', people, '--json'])).out)
  expect(classes.map(({ about }: { readonly about: string }) => about)).toEqual(['Person.email', 'Person.birthDate'])
})
