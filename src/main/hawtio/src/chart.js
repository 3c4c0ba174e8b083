import { createElement as h } from 'react';

const WIDTH = 220, HEIGHT = 48;

/** A line over the last readings. values: numbers, oldest first. */
export function Line({ label, values, unit = '' }) {
  const top = Math.max(1, ...values), step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((v, i) => `${(i * step).toFixed(1)},${(HEIGHT - 2 - (v / top) * (HEIGHT - 6)).toFixed(1)}`).join(' ');
  return h('figure', { className: 'dragoman-line' },
    h('figcaption', null, label, ' ', h('b', null, `${format(values.at(-1) ?? 0)}${unit}`)),
    h('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
      h('polyline', { points, fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 })));
}

/** Horizontal bars. rows: [label, number]. */
export function Bars({ title, rows, empty }) {
  const top = Math.max(1, ...rows.map(([, n]) => n));
  return h('section', { className: 'dragoman-bars' }, h('h3', null, title),
    rows.length === 0 ? h('p', { className: 'dragoman-empty' }, empty)
      : h('table', null, h('tbody', null, rows.map(([label, n]) => h('tr', { key: label },
        h('th', { scope: 'row' }, label),
        h('td', { className: 'dragoman-number' }, format(n)),
        h('td', { className: 'dragoman-bar' }, h('i', { style: { width: `${(100 * n) / top}%` } })))))));
}

const format = (n) => (Number.isInteger(n) ? n.toLocaleString('en') : n.toFixed(1));
