import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'charter-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** On the path, or where `go install` puts programs; null where there is none. */
const programAt = (name: string): string | null =>
  [...(process.env.PATH ?? '').split(':'), process.env.GOBIN ?? '', join(homedir(), 'go', 'bin')]
    .map((at) => join(at, name))
    .find((file) => existsSync(file)) ?? null

const run = (file: string | null, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(file ?? 'none', args, { encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}`, stdout }
}

const [actionlint, helm, kubeconform, validate] = [
  'actionlint',
  'helm',
  'kubeconform',
  // Carries the schemas of each version of Kubernetes with it.
  'kubernetes-validate',
].map(programAt)
const compose = run('docker', 'compose', 'version').status === 0
const missing = (name: string, found: unknown): string => (found ? name : `${name} (skipped: it is not installed here)`)

describe.each(['clinic-node', 'clinic-postgresql'])('what %s is brought to where it runs with', (golden) => {
  const own = join(import.meta.dirname, '..', 'golden', golden)

  test.skipIf(!actionlint)(`the workflow passes ${missing('actionlint', actionlint)}`, () => {
    expect(run(actionlint ?? null, '-no-color', join(own, '.github/workflows/ci.yaml'))).toMatchObject({
      status: 0,
      said: '',
    })
  })

  test.skipIf(!compose)(`the composition is read by ${missing('docker compose', compose)}`, () => {
    const names = ['CHARTER_SECRET', 'JWT_ISSUER', 'JWT_AUDIENCE', 'CHARTER_KEYS', 'DATABASE_PASSWORD']
    const file = join(folder, 'given.env')
    writeFileSync(file, names.map((name) => `${name}=given\n`).join(''))
    const { status, said } = run('docker', 'compose', '-f', join(own, 'compose.yaml'), '--env-file', file, 'config')
    expect([status, said]).toEqual([0, expect.stringContaining('127.0.0.1')])
  })

  test.skipIf(!compose)('a variable that is not given is named, and nothing is started without it', () => {
    const { status, said } = run('docker', 'compose', '-f', join(own, 'compose.yaml'), 'config')
    expect([status, said]).not.toEqual([0, expect.anything()])
    expect(said).toContain('CHARTER_SECRET')
  })

  test.skipIf(!helm)(`the chart passes ${missing('helm lint', helm)}, strictly`, () => {
    expect(run(helm ?? null, 'lint', '--strict', join(own, 'chart'))).toMatchObject({ status: 0 })
  })

  test.skipIf(!(helm && validate))(
    `what the chart gives is what Kubernetes 1.25 to 1.37 take, strictly, says ${missing('kubernetes-validate', validate)}`,
    () => {
      const file = join(folder, `${golden}-given.yaml`)
      writeFileSync(file, run(helm ?? null, 'template', 'clinic', join(own, 'chart')).stdout)
      for (const version of ['1.25', '1.31', '1.37'])
        expect(run(validate ?? null, '--strict', '-k', version, file)).toMatchObject({ status: 0 })
    },
  )

  test.skipIf(!(helm && kubeconform))(
    `what the chart gives is refused nowhere by ${missing('kubeconform', kubeconform)}`,
    () => {
      const { stdout } = run(helm ?? null, 'template', 'clinic', join(own, 'chart'))
      const file = join(folder, `${golden}.yaml`)
      writeFileSync(file, stdout)
      expect(stdout).toMatch(/^kind: StatefulSet$/m)
      const { status, said } = run(kubeconform ?? null, '-strict', '-summary', file)
      // Its schemas come from the network.
      if (/could not find schema|failed downloading|dial tcp/.test(said)) return console.warn(`not judged: ${said}`)
      expect([status, said]).toEqual([0, expect.stringContaining('Invalid: 0')])
    },
  )
})
