/**
 * A name as XML writes it: what an NCName (Namespaces in XML 1.0) cannot hold is `_xHHHH_`, as ISO 9075-14 has it, and so is an
 * underscore that would read as one. `nameOf` gives the name back.
 */
export const xmlName = (name: string): string => {
  const points = [...name]
  return points
    .map((point, at) => {
      const isFine = at === 0 ? /[A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff]/.test(point) : plain.test(point)
      const isEscapeLike = point === '_' && /^_x[0-9A-Fa-f]{4,6}_/.test(points.slice(at).join(''))
      return isFine && !isEscapeLike
        ? point
        : `_x${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}_`
    })
    .join('')
}

const plain = /[A-Za-z0-9_.\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff-]/

export const nameOf = (xml: string): string =>
  xml.replaceAll(/_x([0-9A-Fa-f]{4,6})_/g, (whole, hex: string) => {
    const point = Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
