import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installNodeModules, reportLines } from '@charter/project'
import { describe, expect, test } from 'vitest'
import { playProduct } from './products/play.ts'
import { products, writeProduct } from './products/product.ts'

const linesMax = 400

describe.each(products)('%s', (name) => {
  test('is a charter and a few lines of code, which its types hold to it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'charter-product-'))
    try {
      const { own } = await writeProduct(name, 'sqlite', folder)
      const files = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
      const lines = files.flatMap((path) => readFileSync(join(own, path), 'utf8').split('\n'))
      expect(lines.length).toBeLessThanOrEqual(linesMax)
      await installNodeModules(folder, { withTools: true })
      const tools = [
        ['node_modules/typescript/bin/tsc', '--noEmit'],
        ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
      ]
      for (const tool of tools) {
        const { status, stdout, stderr } = spawnSync(process.execPath, tool, { cwd: folder, encoding: 'utf8' })
        expect({ status, stdout: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, stdout: '' })
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  // `npm run products` asks each in every style; here each style but REST is one product's.
  const other = ['graphql', 'grpc', 'soap', 'mcp'][products.indexOf(name)] ?? 'grpc'
  test(`does what it says, in REST and ${other}`, async () => {
    for await (const { style, report } of playProduct(name, 'sqlite', ['rest', other]))
      expect([style, ...report.failed.map(() => reportLines(report).join('\n'))]).toEqual([style])
  })
})
