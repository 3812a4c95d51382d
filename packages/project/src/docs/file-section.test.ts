import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCharter } from '../load.ts'
import { docsSite } from './docs-site.ts'

const siteOf = async (serves: string): Promise<Readonly<Record<string, string>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-docs-files-'))
  try {
    const text = `charter: 1
name: documents
serves: [${serves}]
access: { accepts: [jwt], roles: [clerk, auditor] }
entities:
  Document:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..80 }
      scan: { type: file, max: 20 MiB, kinds: [application/pdf, image/*] }
    allow: { clerk: { do: [create, read, list, update, delete] }, auditor: { do: [read, list] } }
`
    writeFileSync(join(folder, 'charter.yaml'), text)
    return await docsSite(await loadCharter(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const sectionIn = (page = ''): string =>
  /<section class="operation" id="scan-file">[\s\S]*?<\/section>/.exec(page)?.[0] ?? ''

test('the documentation of an API says how files are sent, read, read in part and gone on with, and who may', async () => {
  const site = await siteOf('rest, graphql, grpc')
  const page = site['document.html']
  const section = sectionIn(page)
  expect(section).toContain(
    'A file of at most 20 MiB, of one of these kinds: <code>application/pdf</code>, <code>image/*</code>.',
  )
  for (const told of [
    '<code>GET</code> <code>/api/v1/documents/:id/scan</code>',
    'Range: bytes=0-1023',
    '<code>PUT</code> <code>/api/v1/documents/:id/scan</code>',
    'Tus-Resumable: 1.0.0',
    '<code>DELETE</code> <code>/api/v1/documents/:id/scan</code>: the row stays',
    'documents.v1.DocumentService/ReadDocumentScan',
    'documents.v1.DocumentService/SendDocumentScan',
  ])
    expect(section).toContain(told)
  const [reading = '', sending = ''] = section.split('<h3>Who sends it')
  expect([reading.includes('auditor'), sending.includes('auditor'), sending.includes('clerk')]).toEqual([
    true,
    false,
    true,
  ])
  expect(page).toContain('file ..20 MiB')
  expect(page).toContain('<a href="#scan-file">The scan of a document</a>')
  expect(site['search.js']).toContain('["The scan of a document","file","document.html#scan-file"]')
}, 60_000)

test('and nothing of a style that is not served', async () => {
  const { 'document.html': page } = await siteOf('graphql, grpc')
  expect(sectionIn(page)).toContain('SendDocumentScan')
  expect(sectionIn(page)).not.toContain('Tus-Resumable')
}, 60_000)
