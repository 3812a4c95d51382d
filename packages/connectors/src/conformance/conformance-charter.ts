/** A charter that uses every type, key shape and relation a connector has to carry. `own` is the connector's name. */
export const conformanceCharter = (own: string): string => `
charter: 1
name: conformance
sources: { main: { own: ${own} } }
access:
  accepts: [jwt]
  roles: [clerk]
  principal: { ward: { type: text, claim: ward } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Everything:
    key: id
    shared: true
    fields:
      id: { type: uuid, default: generated }
      text: { type: text, optional: true }
      int32: { type: int32, optional: true }
      int64: { type: int64, optional: true }
      number: { type: int64, min: -9007199254740991, max: 9007199254740991, optional: true }
      decimal: { type: decimal, precision: 18, scale: 4, optional: true }
      float64: { type: float64, optional: true }
      boolean: { type: boolean, optional: true }
      date: { type: date, optional: true }
      time: { type: time, optional: true }
      dateTime: { type: dateTime, optional: true }
      instant: { type: instant, optional: true }
      duration: { type: duration, optional: true }
      uuid: { type: uuid, optional: true }
      bytes: { type: bytes, optional: true }
      json: { type: json, optional: true }
      enum: { type: enum, values: [a, B, "it's", 'null'], optional: true }
      array: { type: array, items: int64, optional: true }
      vector: { type: vector, size: 3, optional: true }
      record: { type: record, members: { street: text, number: { type: int32, optional: true } }, optional: true }
      union: { type: union, tag: kind, variants: { card: { digits: text }, cash: { amount: int32 } }, optional: true }
      map: { type: map, values: text, optional: true }
  Patient:
    key: id
    softDelete: deletedAt
    fields:
      id: { type: int64, default: sequence }
      tenantId: { type: text, default: tenant }
      name: text
      ward: text
      email: { type: text, unique: true, optional: true }
      deletedAt: { type: instant, optional: true, readOnly: true }
    relations:
      stays: { many: Stay, inverse: patient }
      rooms: { many: Room, through: { entity: Stay, here: patient, there: room } }
  Room:
    key: [building, number]
    shared: true
    fields:
      building: text
      number: int64
  Stay:
    key: id
    shared: true
    fields:
      id: { type: uuid, default: generated }
    relations:
      patient: { one: Patient }
      room: { one: Room, optional: true }
  Ward:
    key: id
    shared: true
    unique: [[site, number]]
    fields:
      id: { type: uuid, default: generated }
      code: { type: text, unique: true }
      site: text
      number: int64
      floor: { type: int32, optional: true }
    relations:
      beds: { many: Bed, inverse: ward }
      desks: { many: Bed, inverse: desk }
  Bed:
    key: id
    shared: true
    fields:
      id: { type: uuid, default: generated }
      wardCode: { type: text, optional: true }
      deskSite: { type: text, optional: true }
      deskNumber: { type: int64, optional: true }
      nextId: { type: uuid, optional: true }
    relations:
      ward: { one: Ward, by: [wardCode], to: [code], optional: true }
      desk: { one: Ward, by: [deskSite, deskNumber], to: [site, number], optional: true }
      next: { one: Bed, by: [nextId], optional: true }
`
