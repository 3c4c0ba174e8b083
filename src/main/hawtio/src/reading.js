import { jolokiaService } from '@hawtio/react';

const NAMES = ['Replay', 'Repairs', 'Losses', 'Providers', 'Streams'];

/** Reads all MBeans of the gateway: { Replay: {…}, …, at: ms }. Missing ones are empty. */
export async function read() {
  const reading = { at: Date.now() };
  for (const name of NAMES) {
    const [mbean] = await jolokiaService.search(`org.apache.camel:type=services,name=${name},*`);
    reading[name] = mbean ? await jolokiaService.readAttributes(mbean) : {};
  }
  return reading;
}

/** {key: number} as rows, greatest first. */
export const rows = (map) => Object.entries(map ?? {}).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));

export const sum = (map) => Object.values(map ?? {}).reduce((a, b) => a + b, 0);
