import type { OperationBody } from '@charter/runtime/service'

/** A body whose `reason` says what it does: one of everything that a body may. */
export const touchThing: OperationBody = async ({ value, row }, { rows, fail }) => {
  const { reason, times } = value
  const key = { id: row?.id ?? null }
  switch (reason) {
    case 'again':
      return fail('already-touched', 'Once is enough.')
    case 'undone':
      await rows.update('Thing', key, { note: 'written, and undone' })
      return fail('already-touched')
    case 'too small':
      return rows.update('Thing', key, { small: -100 })
    case 'unchecked':
      await rows.create('Counter', { title: 'made by a body', from: '2026-02-01', until: '2026-01-01' })
      break
    case 'nowhere':
      await rows.create('Part', { thingId: '0190f5c6-7b1e-7c3a-9a55-ffffffffffff', label: 'of nothing' })
      break
    case 'absent':
      await rows.update('Thing', { id: '0190f5c6-7b1e-7c3a-9a55-ffffffffffff' }, { note: 'not there' })
      break
    case 'read': {
      const read = await rows.read('Thing', key)
      const file = await rows.create('File', {
        title: 'made',
        mail: 'made@b.example',
        account: '123-45-6789',
        pass: 'made',
      })
      const opened = await rows.read('File', { id: file.id ?? null })
      const gone = await rows.read('File', { id: '0190f5c6-7b1e-7c3a-9a55-ffffffffffff' })
      const shown = [read?.name, opened?.mail, opened?.account, Object.keys(opened ?? {}).length, gone]
      return rows.update('Thing', key, { note: shown.join(' ') })
    }
    case 'caught':
      await rows.create('Label', { word: 'caught' })
      await rows.create('Label', { word: 'caught' }).catch(() => null)
      break
    case 'remade':
      for (const label of ['before', 'after']) await rows.update('Thing', key, { parts: [{ label }] })
      break
    case 'mended': {
      const { id = null } = await rows.create('Part', { thingId: key.id, label: 'made' })
      await rows.update('Part', { id }, { label: 'mended' })
      await rows.create('Part', { thingId: key.id, label: 'second' })
      break
    }
    case 'parts':
      for (let at = 0; at < Number(times ?? 1); at++)
        await rows.create('Part', { thingId: key.id, label: `part ${at}` })
  }
  return rows.update('Thing', key, { note: String(reason) })
}
