// Starts a command line client with an environment of its own: nothing of the caller's, no way out but the gateway.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { HERE } from './stage.mjs';

const bin = (name) => path.join(HERE, 'node_modules', '.bin', name);
/** A port where nobody listens: a client that wants out fails at once instead of asking the network. */
const NOWHERE = 'http://127.0.0.1:9';

/** A home and a working directory, kept over the runs of one conversation. */
export function desk(set, name) {
  const home = path.join(set.home, name.replace(/\W+/g, '-')), work = path.join(home, 'work');
  fs.mkdirSync(work, { recursive: true });
  return { set, home, work };
}

/** @returns {Promise<{code: number, out: string, err: string, events: any[]}>} `events` are the lines of the output that are JSON */
function run(command, args, at, environment, seconds) {
  const env = { HOME: at.home, PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'dumb', SHELL: '/bin/bash', TMPDIR: at.home, NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost', HTTPS_PROXY: NOWHERE, HTTP_PROXY: NOWHERE, ...environment };
  return new Promise((ended, failed) => {
    const child = spawn(command, args, { cwd: at.work, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const kill = () => { try { process.kill(-child.pid, 'SIGKILL'); } catch { /* it is gone */ } };
    const timer = setTimeout(() => { kill(); failed(new Error(`${path.basename(command)} did not end within ${seconds} s. ${tail()}`)); }, seconds * 1000);
    process.once('exit', kill);
    let out = '', err = '';
    const tail = () => `Output: ${out.slice(-1500)} Errors: ${err.slice(-1500)}`;
    child.stdout.on('data', (piece) => { out += piece; });
    child.stderr.on('data', (piece) => { err += piece; });
    child.once('error', failed);
    child.once('close', (code) => { clearTimeout(timer); process.off('exit', kill); kill(); ended({ code, out, err, events: out.split('\n').flatMap(parsed) }); });
  });
}
function parsed(line) { try { return line.startsWith('{') ? [JSON.parse(line)] : []; } catch { return []; } }

/** Claude Code, headless. The result's `last` is its final event. */
export async function claude(at, args, { env = {}, seconds = 150 } = {}) {
  const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1', DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_MAX_RETRIES: '1' };
  const result = await run(bin('claude'), ['--output-format', 'stream-json', '--verbose', ...args], at, { CLAUDE_CONFIG_DIR: path.join(at.home, '.claude'), ANTHROPIC_BASE_URL: at.set.url, ANTHROPIC_API_KEY: at.set.key, ...quiet, ...env }, seconds);
  const last = result.events.findLast((event) => event.type === 'result');
  assert.ok(last, `Claude Code said no result (exit ${result.code}): ${result.out.slice(-800)} ${result.err.slice(-800)}`);
  return { ...result, last };
}

/** Codex, headless. A provider named OpenAI is asked for compaction in another way than one of any other name. */
export async function codex(at, args, { model, config = '', named = 'Gateway', builtIn = false, env = {}, seconds = 150 }) {
  const home = path.join(at.home, '.codex');
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'config.toml'), `model = "${model}"
${builtIn ? `openai_base_url = "${at.set.url}/v1"` : 'model_provider = "gateway"'}
check_for_update_on_startup = false
${config}
[analytics]
enabled = false
[features]
plugins = false
apps = false
${builtIn ? '' : `[model_providers.gateway]
name = "${named}"
base_url = "${at.set.url}/v1"
env_key = "GATEWAY_KEY"
wire_api = "responses"
`}`);
  return run(bin('codex'), args, at, { CODEX_HOME: home, [builtIn ? 'CODEX_API_KEY' : 'GATEWAY_KEY']: at.set.key, ...env }, seconds);
}
