import { createElement as h, useEffect, useState } from 'react';
import { Bars, Line } from './chart.js';
import { read, rows, sum } from './reading.js';

const EVERY_MS = 3000, KEPT = 60;
const STYLE = `
.dragoman { padding: 1.5rem; max-width: 76rem; font-size: 14px }
.dragoman h1 { font-size: 1.5rem; margin: 0 0 1rem }
.dragoman h3 { font-size: 1rem; margin: 0 0 .5rem; font-weight: 600 }
.dragoman-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1.5rem; margin-bottom: 1.5rem }
.dragoman-wide { grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)) }
.dragoman figure { margin: 0; padding: .75rem; border: 1px solid #8884; border-radius: 4px; color: #2b6cb0 }
.dragoman figcaption { color: #555; margin-bottom: .25rem }
.dragoman svg { width: 100%; height: 3rem; display: block }
.dragoman table { width: 100%; border-collapse: collapse }
.dragoman th { text-align: left; font-weight: normal; padding: .15rem .5rem .15rem 0; white-space: nowrap }
.dragoman-number { text-align: right; padding-right: .5rem; font-variant-numeric: tabular-nums }
.dragoman-bar { width: 45% }
.dragoman-bar i { display: block; height: .6rem; min-width: 2px; background: #2b6cb0; border-radius: 2px }
.dragoman-empty { color: #777; margin: 0 }
.dragoman-error { color: #b00020 }
`;

/** The whole page: reads the MBeans every few seconds and keeps the last minutes in memory. */
export function DragomanPage() {
  const [history, setHistory] = useState([]);
  const [error, setError] = useState('');
  useEffect(() => {
    let over = false;
    const tick = async () => {
      try {
        const now = await read();
        if (!over) { setHistory((old) => [...old, now].slice(-KEPT)); setError(''); }
      } catch (e) {
        if (!over) setError(`The MBeans could not be read: ${e.message}`);
      }
    };
    tick();
    const timer = setInterval(tick, EVERY_MS);
    return () => { over = true; clearInterval(timer); };
  }, []);

  const last = history.at(-1);
  const perMinute = (of) => history.slice(1).map((r, i) => Math.max(0, ((of(r) - of(history[i])) * 60000) / (r.at - history[i].at)));
  return h('div', { className: 'dragoman' }, h('style', null, STYLE), h('h1', null, 'Dragoman'),
    error && h('p', { className: 'dragoman-error', role: 'alert' }, error),
    last ? h('div', null,
      h('div', { className: 'dragoman-grid' },
        h(Line, { label: 'Open streams', values: history.map((r) => r.Streams.Open ?? 0) }),
        h(Line, { label: 'Exchanges', unit: ' / min', values: perMinute((r) => sum(r.Streams.Exchanges)) }),
        h(Line, { label: 'Failures', unit: ' / min', values: perMinute((r) => sum(r.Streams.Errors)) }),
        h(Line, { label: 'Runs replayed', unit: ' / min', values: perMinute((r) => r.Replay.Replayed ?? 0) })),
      h('div', { className: 'dragoman-grid dragoman-wide' },
        h(Bars, { title: 'Exchanges by lane', rows: rows(last.Streams.Exchanges), empty: 'No exchange yet.' }),
        h(Bars, { title: 'Server-tool runs', rows: rows(last.Replay.ByReason), empty: 'No run yet.' }),
        h(Bars, { title: 'Provider calls', rows: rows(last.Providers.Attempts), empty: 'No call yet.' }),
        h(Bars, { title: 'Failed calls', rows: rows(last.Providers.Failures), empty: 'None.' }),
        h(Bars, { title: 'Mean milliseconds to a proved reply', rows: rows(last.Providers.MeanCommitMillis), empty: 'No reply yet.' }),
        h(Bars, { title: 'Circuit breakers that changed', rows: Object.entries(last.Providers.Breakers ?? {}).map(([p, s]) => [`${p}: ${s}`, s === 'closed' ? 0 : 1]), empty: 'None.' }),
        h(Bars, { title: 'Repairs', rows: rows(last.Repairs.ByKind), empty: 'None.' }),
        h(Bars, { title: 'Losses', rows: rows(last.Losses.ByField).slice(0, 20), empty: 'None.' })))
      : !error && h('p', { className: 'dragoman-empty' }, 'Reading…'));
}
