import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { folderObjects } from './folder-objects.ts'
import { filesConformance } from './testing/files-conformance.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-files-'))
afterAll(() => rmSync(root, { recursive: true }))

let number = 0
filesConformance('A folder', async () => folderObjects(join(root, String(number++))))
