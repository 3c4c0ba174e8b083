// node run.mjs [NAME…]: installs the pinned clients under target/clients and runs the checks of the clients named (all but `live` when none is).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const source = path.dirname(fileURLToPath(import.meta.url));
const room = path.resolve(source, '..', '..', '..', 'target', 'clients');
const names = process.argv.slice(2).length ? process.argv.slice(2) : ['anthropic-sdk', 'openai-sdk', 'claude-code', 'codex'];

fs.cpSync(source, room, { recursive: true });
install();
const checks = spawnSync(process.execPath, ['--test', '--test-concurrency=1', '--test-force-exit', '--test-reporter=spec', ...names.map((name) => `${name}.test.mjs`)], { cwd: room, stdio: 'inherit' });
process.exit(checks.status ?? 1);

/** Once for each state of the lock file: the command line clients are large. */
function install() {
  const mark = path.join(room, 'node_modules', '.installed');
  const wanted = createHash('sha256').update(fs.readFileSync(path.join(room, 'package-lock.json'))).digest('hex');
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === wanted) return;
  succeed('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  // npm may be set up to run no install scripts; Claude Code's puts the binary of this platform in its place.
  const scripted = path.join('node_modules', '@anthropic-ai', 'claude-code');
  if (spawnSync(path.join('node_modules', '.bin', 'claude'), ['--version'], { cwd: room }).status !== 0) succeed(process.execPath, ['install.cjs'], scripted);
  fs.writeFileSync(mark, wanted);
}

function succeed(command, args, at = '.') {
  const run = spawnSync(command, args, { cwd: path.join(room, at), stdio: 'inherit', shell: process.platform === 'win32' });
  if (run.status !== 0) { console.error(`${command} ${args.join(' ')} failed${run.error ? `: ${run.error.message}` : ''}.`); process.exit(run.status || 1); }
}
