import type { OperationBody } from '@charter/runtime/service'

/** With the rights of whoever calls: `how` says what is tried. */
export const actCrates: OperationBody = async ({ value }, { rows, fail }) => {
  const key = { id: value.id ?? null }
  switch (value.how) {
    case 'read':
      return `${(await rows.read('Crate', key))?.secret}`
    case 'create':
      return Object.keys(await rows.create('Crate', { title: 'made', count: 3, each: 3 })).join()
    case 'create heavy':
      return Object.keys(await rows.create('Crate', { title: 'made', count: 10, each: 10 })).join()
    case 'update':
      return Object.keys(await rows.update('Crate', key, { count: 2 })).join()
    case 'update heavy':
      return Object.keys(await rows.update('Crate', key, { count: 10, each: 10 })).join()
    case 'derive':
      return Object.keys(await rows.update('Crate', key, { total: 1 })).join()
    case 'misnamed':
      return Object.keys(await rows.update('Crate', key, { title: 'broken', totale: 1 })).join()
    case 'delete':
      await rows.delete('Crate', key)
      return 'gone'
    case 'notes':
      return String((await rows.list('CrateNote')).length)
    case 'many':
      return String((await rows.list('Crate', { limit: 10_001 })).length)
    case 'hidden':
      return String((await rows.list('Crate', { where: { secret: 'abcdef' } })).length)
    case 'slip':
      return String((await rows.list('Crate', { where: { title: {} } })).length)
    case 'slip of none':
      return String((await rows.list('Crate', { where: { title: undefined } as never })).length)
    case 'undeclared':
      return fail('never-declared')
    case 'labels':
      await rows.delete('Label', { word: 'none' })
      return 'gone'
    default: {
      const found = await rows.list('Crate', { where: { title: 'acted' }, sort: ['-total'], limit: 10 })
      return found.map(({ total, secret }) => `${total} ${secret}`).join()
    }
  }
}
