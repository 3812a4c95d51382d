// biome-ignore-all lint/suspicious/noTemplateCurlyInString: faults are source text, its templates included.
import { clinic, type Fault, rest, runtime, sql } from './fault.ts'

/** Mistakes in lists, pages and relations. */
export const lists: readonly Fault[] = [
  clinic(
    'a page is one short',
    runtime('execute/list'),
    'const read = rows.slice(0, limit)',
    'const read = rows.slice(0, Math.max(limit - 1, 1))',
  ),
  clinic(
    'the last page is lost',
    runtime('execute/list'),
    'const next = rows.length > limit && last ? ',
    'const next = rows.length > limit + 1 && last ? ',
  ),
  clinic(
    'a list read from its end stands the other way round',
    runtime('execute/list'),
    'order.isBackward ? read.toReversed() : read',
    'read',
  ),
  clinic(
    'the next page begins with the last row again',
    sql('order'),
    "isLess ? '<' : '>'} ?",
    "isLess ? '<=' : '>='} ?",
  ),
  clinic(
    'the key does not break ties',
    runtime('rows/order'),
    'const sorts = [...asked, ...whole]',
    'const sorts = asked.length > 0 ? [...asked] : [...whole]',
  ),
  clinic('NULLs come first', sql('order'), '`(${sort} IS NULL)${', '`(${sort} IS NOT NULL)${'),
  clinic('descending is ignored', sql('order'), "${isDescending !== isBackward ? ' DESC' : ''}`", '`'),
  clinic(
    'rows without a value are lost over pages',
    sql('order'),
    "column.isNullable && !isBackward ? ` OR ${column.sort} IS NULL` : ''",
    "''",
  ),
  clinic('the cursor is not bound to its principal', runtime('rows/page'), '    principalKey(principal),\n', ''),
  clinic('the cursor is not bound to its order', runtime('rows/page'), '    order.id,\n', ''),
  clinic(
    'the cursor is not bound to its filter',
    runtime('rows/page'),
    '    selection?.filter ? filterDigest(selection.filter) : null,\n',
    '',
  ),
  clinic(
    'the cursor can be read',
    runtime('rows/cursor'),
    "const cursor = Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')",
    "const cursor = `${JSON.parse(JSON.stringify(position)).join('~')}~${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`",
  ),
  clinic(
    'the count is one too many',
    sql('find'),
    'return Number(rows[0]?.[0] ?? 0)',
    'return Number(rows[0]?.[0] ?? 0) + 1',
  ),
  clinic(
    'an included relation takes a statement a row',
    sql('related'),
    'const rows = await targets(ask, entities, wanted, pagedRows)',
    'for (const key of keys) await ask("SELECT ?", [key[0] ?? null])\n  const rows = await targets(ask, entities, wanted, pagedRows)',
  ),
  clinic(
    'an included relation has everybody’s rows',
    sql('related'),
    'groups.get(keyText(key)) ?? noRows',
    '[...groups.values()].flat()',
  ),
  clinic('a nested list is of all parents', rest('ask'), 'filter: and(...of, ', 'filter: and(...of.slice(1), '),
  clinic(
    'asked fields are ignored',
    runtime('rows/view'),
    'if (!selection?.fields) return unit.model.fields',
    'return unit.model.fields',
  ),
  clinic(
    'unknown parameters are ignored',
    rest('selection'),
    "note('unknown', 'There is no such parameter here.')",
    '',
  ),
]
