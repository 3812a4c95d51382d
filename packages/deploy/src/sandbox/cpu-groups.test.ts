import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cpuGroups } from './cpu-groups.ts'

test('a service is put beside the group of its supervisor, with as much of the processors as it may have', () => {
  const mount = mkdtempSync(join(tmpdir(), 'charter-cgroup-'))
  try {
    mkdirSync(join(mount, 'charter.service/supervisor'), { recursive: true })
    const groups = cpuGroups({ mount, own: '/charter.service/supervisor' })
    expect(groups.put('one', 4711, 1.5)).toBe(true)
    const said = (file: string) => readFileSync(join(mount, 'charter.service', file), 'utf8')
    expect(said('cgroup.subtree_control')).toBe('+cpu')
    expect(said('charter/cgroup.subtree_control')).toBe('+cpu')
    expect(said('charter/one/cpu.max')).toBe('150000 100000')
    expect(said('charter/one/cgroup.procs')).toBe('4711')
    writeFileSync(join(mount, 'nothing'), '')
    expect(cpuGroups({ mount, own: '/nothing/supervisor' }).put('one', 1, 1)).toBe(false)
  } finally {
    rmSync(mount, { recursive: true })
  }
})
