import { clinic, edge, type Fault, narrow, runtime, sql } from './fault.ts'

/**
 * Mistakes that remove nothing: what is kept is kept too long or under too little, the variable beside the right one is taken, or a
 * member is lost on the way.
 */
export const kept: readonly Fault[] = [
  edge(
    'rows that are given again are judged by the first one’s key',
    runtime('execute/replay'),
    'row, keys[at] ?? {}, store',
    'row, keys[0] ?? {}, store',
  ),
  clinic(
    'an API key is known for fifty minutes',
    runtime('identity/authenticate'),
    'const apiKeyCacheMs = 3_000',
    'const apiKeyCacheMs = 3_000_000',
  ),
  clinic(
    'who is known is known by a part of their credential',
    runtime('identity/authenticate'),
    ': text\n    const cached',
    ': text.slice(0, 40)\n    const cached',
  ),
  edge(
    'a stream is resumed past the rest of a write',
    runtime('execute/changes'),
    'at === mine.length - 1 ? stored.position : before',
    'stored.position',
  ),
  edge(
    'a stream is resumed before what was told',
    runtime('execute/changes'),
    'before = stored.position',
    'before = after',
  ),
  edge(
    'a row is told as it was touched first',
    runtime('execute/changes'),
    "before?.change === 'created' && change.change === 'updated' ? before : change",
    'before ?? change',
  ),
  clinic(
    'a position of one person’s stream is another’s too',
    runtime('execute/changes'),
    'unit.model.name, principal.id, principal.tenant',
    'unit.model.name, principal.tenant',
  ),
  clinic(
    'grants are kept whatever the roles',
    runtime('rows/grant'),
    "['grant', action, rolesKey(principal)]",
    "['grant', action]",
  ),
  clinic(
    'grants are kept whatever the action',
    runtime('rows/grant'),
    "['grant', action, rolesKey(principal)]",
    "['grant', rolesKey(principal)]",
  ),
  narrow(
    'grants of owned rows are kept whatever the roles',
    runtime('rows/grant'),
    "['owned', action, rolesKey(principal)]",
    "['owned', action]",
  ),
  clinic(
    'a cursor that was sealed for one list is given to another',
    runtime('rows/cursor'),
    '`${text.length} ${text}${binding}`',
    'text',
  ),
  clinic(
    'cursors are bound to the number of conditions alone',
    runtime('rows/filter-digest'),
    "['and', ...filter.of.map(filterDigest)]",
    "['and', filter.of.length]",
  ),
  clinic('a minute passes in sixty milliseconds', runtime('limits/token-bucket'), '/ 60_000)', '/ 60)'),
  clinic(
    'sign-ins that fail are as often as denials',
    runtime('limits/rates'),
    'perMinute: limits.failedSignIns',
    'perMinute: limits.denials',
  ),
  clinic(
    'refusals are counted once',
    runtime('record/refusals'),
    'if (known) known.count++',
    'if (known) known.count = 1',
  ),
  clinic(
    'refusals are counted whatever their reason',
    runtime('record/refusals'),
    'JSON.stringify([style, reason, address])',
    'JSON.stringify([style, address])',
  ),
  clinic('the audit entry has no rule', runtime('record/audit-entry'), 'rule: notes.rule,', 'rule: null,'),
  clinic(
    'the audit entry has no address',
    runtime('record/audit-entry'),
    'address: recordedOr(call.context.origin.address)',
    'address: null',
  ),
  clinic('averages are cut', sql('groups'), '* 2n + divisor', '* 2n'),
  clinic('averages have two digits more', sql('groups'), 'averageDigits = 6', 'averageDigits = 2'),
  edge(
    'an average is of all rows',
    sql('groups'),
    'averageOf(storage, value, Number(row[at++] ?? 0))',
    'averageOf(storage, value, Number(row[groupBy.length] ?? 0) + 0 * at++)',
  ),
  clinic(
    'a batch costs what its first call costs',
    runtime('execute/batch'),
    'calls.reduce((sum, call) => sum + one.costOf(call), 0)',
    'calls.slice(0, 1).reduce((sum, call) => sum + one.costOf(call), 0)',
  ),
]
