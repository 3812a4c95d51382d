import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The circles in which files import each other, types too: of every file in one its shortest, as the paths in order,
 * from the first by name.
 */
export const circlesOf = (files) => {
  const given = new Set(files)
  const imports = new Map(files.map((file) => [file, importsOf(file).filter((target) => given.has(target))]))
  const circles = files.map((file) => shortestCircle(file, imports)).filter((circle) => circle.length > 0)
  return [...new Map(circles.map(fromFirst).map((circle) => [circle.join('\n'), circle])).values()]
}

/** One that begins a line, for emitters hold imports of the files they write; and `import('…')`, of a module or of a type. */
const importPattern = /^(?:import|export)\b(?:[^'"`;]*\bfrom)?\s*'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

const importsOf = (file) => {
  const found = [...readFileSync(file, 'utf8').matchAll(importPattern)]
  return found.map(([, declared, called]) => join(dirname(file), declared ?? called))
}

/** Breadth first, so that the first way back is a shortest one; none if no way leads back. */
const shortestCircle = (start, imports) => {
  const ways = [[start]]
  const met = new Set()
  for (const way of ways)
    for (const target of imports.get(way.at(-1))) {
      if (target === start) return way
      if (met.has(target)) continue
      met.add(target)
      ways.push([...way, target])
    }
  return []
}

const fromFirst = (circle) => {
  const first = circle.indexOf(circle.toSorted()[0])
  return [...circle.slice(first), ...circle.slice(0, first)]
}
