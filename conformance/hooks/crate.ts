import type { EntityHooks } from '@charter/runtime/service'

const heard: string[] = []

export const hear = (title: string): void => void heard.push(title)

/** How often a committed write of such a title was heard of. */
export const timesHeard = (title: string): number => heard.filter((each) => each === title).length

/** The title of a crate says what becomes of it. */
export const crateHooks: EntityHooks = {
  before: async ({ action, row, stored, owned, operation }, { refuse, rows }) => {
    const { title } = row ?? stored ?? {}
    if (title === 'unlucky') {
      refuse('/title', 'Nobody stores this.')
      refuse('/count', 'However many there are.')
    }
    if (title === 'kept' && action === 'delete') refuse('/title', 'This is kept.')
    if (title === 'endless') await rows.create('Crate', { title })
    if (title === 'stuck') await new Promise(() => {})
    if (title === 'broken') throw new Error('a hook that breaks')
    if (title === 'told') return { title: `${operation} ${Object.keys(owned?.slots ?? {}).length}`, total: 0 }
    if (title === 'opened') return { title: `${stored?.secret ?? 'none'} ${row?.secret ?? 'none'}` }
    if (title === 'untold') return undefined
    if (title === 'wrong') return { total: 'many' }
    if (title === 'nowhere') return { totale: 1 }
    if (title === 'parted') return { slots: [{ label: 'more' }], total: 1 }
    if (title === 'astray') await rows.within('').list('Crate', { limit: 1 })
    if (title === 'last words' && action === 'delete') return { totale: 1 }
    if (title === 'twice' && stored && row?.count === 9)
      await rows.update('Crate', { id: stored.id ?? null }, { each: 2 })
    if (title === 'marked') return { remark: 'seen', total: 0 }
    if (title === 'keyed') return { id: '0190f5c6-7b1e-7c3a-9a55-ffffffffffff', total: 1 }
    if (!row || (stored && stored.count === row.count && stored.each === row.each)) return undefined
    return { total: Number(row.count) * Number(row.each) }
  },
  after: async ({ action, row, stored }, { rows }) => {
    const { title, total } = row ?? stored ?? {}
    await rows.create('CrateNote', { text: `${action}-${title}-${total}` })
    if (title === 'undone') await rows.create('CrateNote', { text: '' })
    if (action === 'create' && title === 'renamed') await rows.update('Crate', { id: row?.id ?? null }, { count: 5 })
  },
  committed: async ({ row, stored }) => {
    const title = String((row ?? stored)?.title)
    hear(title)
    if (title === 'late') throw new Error('a hook that breaks once all is done')
  },
}
