import type { StateDiagram } from '@charter/page'
import { type Html, html } from './html.ts'
import { wordsOf } from './words.ts'

/** A state diagram as SVG, with all of it in words for whoever does not see it. */
export const stateFigure = ({ field, label, width, height, states, moves }: StateDiagram): Html => html`
<section id="${field}-states"><h2>States of ${wordsOf(field)}</h2>
<div class="wide" tabindex="0" role="region" aria-label="States of ${wordsOf(field)}"><svg class="states" role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><marker id="${field}-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${moves.map(
  ({ names, path, x, y }) =>
    html`<g class="move"><path d="${path}" marker-end="url(#${field}-arrow)"/><text x="${x}" y="${y}">${names.join(', ')}</text></g>`,
)}
${states.map(
  ({ name, x, y, width, height, isInitial, isFinal }) =>
    html`<g class="state${isInitial ? ' initial' : ''}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>${isFinal ? html`<rect x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="4"/>` : null}<text x="${x + width / 2}" y="${y + height / 2 + 4.5}">${name}</text></g>`,
)}
</svg></div>
<p class="muted small">A new one begins in the state with the thick line; from those with a double one no move leads on.</p></section>`
