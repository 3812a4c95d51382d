// biome-ignore-all lint/suspicious/noTemplateCurlyInString: faults are source text, its templates included.
import { clinic, edge, type Fault, runtime, sql } from './fault.ts'

/** Mistakes in who may do what. */
export const access: readonly Fault[] = [
  edge('references may leave the tenant', sql('present'), 'rules: null, ofTenant: true', 'rules: null'),
  clinic('a rule’s condition is skipped', sql('condition'), 'const isAny = isOpen || ', 'const isAny = true || '),
  edge('a forbid is skipped', sql('condition'), '...forbids.filter(', '...forbids.slice(forbids.length).filter('),
  clinic(
    'roles are not asked',
    runtime('rows/grant'),
    '(rule.roles.length === 0 || rule.roles.some((role) => roles.includes(role))),',
    'true,',
  ),
  clinic(
    'a role may list too',
    'src/access.ts',
    "actions: ['read'],\n      roles: ['pharmacist'],",
    "actions: ['read', 'list'],\n      roles: ['pharmacist'],",
  ),
  clinic(
    'a create is not judged',
    runtime('execute/write'),
    "judge(store, unit, grant, sealed, reader.principal, 'create')",
    'Promise.resolve()',
  ),
  clinic(
    'the resulting row is not judged',
    runtime('execute/write'),
    "judge(store, unit, grant, row, reader.principal, 'update')",
    'Promise.resolve()',
  ),
  edge('the stored row is not judged', runtime('execute/acted-row'), 'if (mayAct) return', 'return'),
  clinic(
    'a row that may not be read answers 403',
    runtime('execute/read'),
    "problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` })",
    "problem('forbidden', { detail: `You may not read this ${unit.model.name}.` })",
  ),
  clinic(
    'a write on an unreadable row answers 403',
    runtime('execute/write'),
    "problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` })",
    "problem('forbidden', { detail: 'Not yours.' })",
  ),
  clinic(
    'input is read before the right is asked',
    runtime('execute/executor'),
    '  const grant = routeOf(target)?.route.isOpen ? everyRow : allowed(working, target)\n',
    '  if (call.context.unreadable) throw new ProblemError(call.context.unreadable)\n  if (target.kind === "entity" && target.action === "create" && JSON.stringify(call.input.value) === "{\\"notAField\\":1}") throw new ProblemError(problem("invalid-input"))\n  const grant = routeOf(target)?.route.isOpen ? everyRow : allowed(working, target)\n',
  ),
  edge(
    'included rows are not asked about',
    runtime('execute/include'),
    'const grant = grantOf(of, action, principal)',
    "const grant = grantOf(of, action, principal) ?? { permits: [], forbids: [], fragment: null, id: 'x' }",
  ),
  clinic(
    'a count is of all rows',
    runtime('execute/list'),
    'await countRows(store, query, asked)',
    'await countRows(store, { entity: query.entity, fields: [], rules: null }, { principal })',
  ),
  clinic(
    'a token that does not verify is nobody’s, not refused',
    runtime('http/gate'),
    'const found = route.serving.authenticate(credential)',
    "const found = request.headers.authorization?.startsWith('Bearer eyJhbGciOiJub25l') ? { id: 'x', roles: ['clinician'], attributes: {}, credential: 'jwt' as const } : route.serving.authenticate(credential)",
  ),
  edge(
    'the tenant is not asked',
    sql('condition'),
    'const tenancy = ofTenant(entity, principal)',
    'const tenancy = null as Condition | null',
  ),
  clinic('why is not told', runtime('call/why'), "...(credential === 'development' && { why: why() })", ''),
]
