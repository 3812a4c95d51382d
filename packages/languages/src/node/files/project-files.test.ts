import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { EmitContext } from '../emit-context.ts'
import { packageFile } from './project-files.ts'

// Nothing else of it is looked at.
const emitting = {
  charter: { name: 'clinic', version: '1.0.0', title: 'Clinic' },
  packages: { dependencies: {}, developmentDependencies: {} },
} as unknown as EmitContext

test.each(['prestart', 'predev', 'pretest'])('an older Node is told what it needs: %s', (name) => {
  const { scripts } = JSON.parse(packageFile(emitting)) as { scripts: Record<string, string> }
  const program = /^node -e "(.*)"$/.exec(scripts[name] ?? '')?.[1] ?? ''
  const run = (version: string) => {
    const versions = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`
    const { status, stderr } = spawnSync(process.execPath, ['-e', versions + program], { encoding: 'utf8' })
    return [status, stderr.trim()]
  }
  expect(run('20.20.2')).toEqual([1, 'This needs Node 24 or later; this is Node 20.20.2.'])
  expect(run('24.0.0')).toEqual([0, ''])
})
