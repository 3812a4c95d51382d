import { generateService } from '@charter/project'
import { expect, test } from 'vitest'
import { arrange, charters } from '../charters.ts'
import { faults } from './faults/index.ts'
import { planted } from './plant.ts'

const planting = charters.filter(({ name }) => faults.some((fault) => fault.in === name))

test.each(planting)('every fault still fits the service that it is planted in: $name', async (subject) => {
  const { loaded, charter } = await arrange(subject, 'sqlite')
  const { files } = await generateService(charter, 'node', loaded)
  const misfits = faults.flatMap((fault) => {
    if (fault.in !== subject.name) return []
    const text = files.find(({ path }) => path === fault.file)?.text ?? ''
    try {
      return planted(text, fault) === text ? [`${fault.name} changes nothing`] : []
    } catch (error) {
      return [String(error)]
    }
  })
  expect(misfits).toEqual([])
})
