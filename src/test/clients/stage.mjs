// A stage for one file of checks: the scripted provider, a gateway of its own, and room for the client's home.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLIENT_KEY, PROVIDERS, Provider } from './provider.mjs';

export const HERE = path.dirname(fileURLToPath(import.meta.url));
const JAR = process.env.DRAGOMAN_JAR ?? path.join(HERE, '..', 'dragoman.jar');
const JAVA = process.env.DRAGOMAN_JAVA ?? (process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java');
const WIRE = { anthropic: 'anthropic', compatible: 'anthropic-compatible', responses: 'openai-responses', chat: 'openai-chat' };

/** Registers a provider and a gateway for the file that calls it. Both stand before its first check and are gone after its last one. */
export function stage(name, settings = {}) {
  const set = { key: CLIENT_KEY, home: path.join(HERE, 'homes', name) };
  before(async () => {
    set.provider = await Provider.start();
    set.gateway = await startGateway(set.home, { ...scripted(set.provider), ...settings });
    set.url = set.gateway.url;
  });
  beforeEach(() => set.provider.reset());
  afterEach(() => set.provider.reset());
  after(async () => { await set.gateway?.stop(); await set.provider?.stop(); });
  set.check = (title, run) => test(title, { timeout: 180_000 }, () => run(set));
  return set;
}

function scripted(provider) {
  const properties = {
    'dragoman.client.keys': CLIENT_KEY, 'dragoman.retry.backoff.ms': 20, 'dragoman.breaker.enabled': false,
    'dragoman.model.claude-*': 'anthropic', 'dragoman.model.compat-*': 'compatible', 'dragoman.model.gpt-*': 'responses', 'dragoman.model.chat-*': 'chat',
  };
  for (const name of Object.keys(PROVIDERS)) Object.assign(properties, { [`dragoman.provider.${name}.wire`]: WIRE[name], [`dragoman.provider.${name}.url`]: provider.urls[name], [`dragoman.provider.${name}.api-key`]: `key-of-${name}` });
  return properties;
}

/** A gateway of its own process on a free port, once it is ready. */
export async function startGateway(home, settings, environment = {}) {
  fs.rmSync(home, { recursive: true, force: true });
  fs.mkdirSync(home, { recursive: true });
  const port = await freePort(), file = path.join(home, 'dragoman.properties'), log = path.join(home, 'gateway.log');
  fs.writeFileSync(file, Object.entries({ 'dragoman.port': port, ...settings }).map(([key, value]) => `${key} = ${value}\n`).join(''));
  const out = fs.openSync(log, 'w');
  const child = spawn(JAVA, ['-Xmx512m', '-jar', JAR, file], { stdio: ['ignore', out, out], env: { PATH: process.env.PATH, ...environment } });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`, deadline = Date.now() + 120_000;
  while (!(await fetch(`${url}/health/ready`).then((response) => response.ok, () => false))) {
    if (child.exitCode !== null || Date.now() > deadline) { child.kill('SIGKILL'); throw new Error(`The gateway did not start:\n${fs.readFileSync(log, 'utf8').slice(-2000)}`); }
    await new Promise((later) => setTimeout(later, 200));
  }
  return { url, stop: () => new Promise((gone) => { if (child.exitCode !== null) return gone(); child.once('exit', gone); child.kill('SIGKILL'); }) };
}

function freePort() {
  return new Promise((found, failed) => {
    const server = net.createServer().once('error', failed).listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => found(port)); });
  });
}

/** The error of a promise that must fail. */
export async function failureOf(promise) {
  const value = await promise.then((result) => ({ result }), (error) => ({ error }));
  assert.ok('error' in value, `Expected a failure, got ${JSON.stringify(value.result)?.slice(0, 300)}`);
  return value.error;
}
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
