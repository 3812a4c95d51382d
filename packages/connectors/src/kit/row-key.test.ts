import type { Charter, Entity } from '@charter/charter'
import { expect, test } from 'vitest'
import { charterOf, entity, field, modelOf, relation } from '../conformance/build.ts'
import { render } from '../sqlite/render/entity.ts'
import { structureOf } from '../sqlite/render/structure.ts'

const tenant = field('tenantId', { kind: 'text' }, { default: { kind: 'tenant' } })
const product = (more: Partial<Entity> = {}) =>
  entity('Product', [field('code', { kind: 'text' }), tenant], { key: ['code'], ...more })
const line = (more: Partial<Entity> = {}) =>
  entity('Line', [field('productCode', { kind: 'text' }), field('number', { kind: 'int32' }), tenant], {
    key: ['productCode', 'number'],
    relations: [relation('product', { kind: 'one', target: 'Product', from: ['productCode'], to: ['code'] })],
    ...more,
  })
const shop = (entities: readonly Entity[], more: Partial<Charter> = {}): Charter =>
  charterOf('sqlite', entities, {
    access: { accepts: [], roles: [], principal: [], mfa: [], tenancy: { field: 'tenantId', claim: 'tenant' } },
    ...more,
  })
const tableOf = (charter: Charter, id: string) => structureOf(charter).tables.find((table) => table.id === id)

test('the primary key of rows whose keys clients give begins with the tenant, and serves every look-up alone', () => {
  const charter = shop([product(), line()])
  expect(tableOf(charter, 'Product')).toMatchObject({ key: ['code'], within: 'tenantId', indexes: [] })
  expect(tableOf(charter, 'Line')).toMatchObject({
    within: 'tenantId',
    indexes: [],
    foreignKeys: [{ columns: ['tenantId', 'productCode'], references: ['tenantId', 'code'] }],
  })
  const [sql] = render(charter, modelOf(charter))
  expect(sql).toMatchObject({ byKey: 't."code" = ?', rowKey: ['tenantId', 'code'] })
  expect(sql?.remove).toContain('t."tenantId" = ? AND t."code" = ?')
})

test('a key stays unique over all where the service makes it, the charter names the tenant in it, or rows without a tenant refer to it', () => {
  const made = product({ fields: [field('code', { kind: 'uuid' }, { default: { kind: 'uuid' } }), tenant] })
  const optional = product({ fields: [field('code', { kind: 'text' }), { ...tenant, isOptional: true }] })
  for (const charter of [
    shop([made]),
    shop([optional]),
    shop([product({ isReadOnly: true })]),
    shop([product({ isShared: true })]),
    shop([product({ key: ['tenantId', 'code'] })]),
    shop([product(), line({ isShared: true })]),
    charterOf('sqlite', [product()]),
  ]) {
    expect(tableOf(charter, 'Product')?.within).toBeUndefined()
    expect(render(charter, modelOf(charter))[0]?.rowKey).toBeUndefined()
  }
})
