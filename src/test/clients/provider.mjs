// The scripted provider: one listener on loopback for each kind of provider, so that it is known which of them was asked.
import http from 'node:http';
import { answer, text } from './replies.mjs';

export const PROVIDERS = { anthropic: 'anthropic', compatible: 'anthropic', responses: 'responses', chat: 'chat' };
export const CLIENT_KEY = 'key-of-the-client';

export class Provider {
  #servers = []; #queued = new Map(); #requests = []; #faults = [];
  urls = {};

  static async start() {
    const provider = new Provider();
    for (const [name, wire] of Object.entries(PROVIDERS)) {
      const server = http.createServer((request, response) => provider.#read(name, wire, request, response));
      await new Promise((ready, failed) => server.once('error', failed).listen(0, '127.0.0.1', ready));
      provider.#servers.push(server);
      provider.urls[name] = `http://127.0.0.1:${server.address().port}`;
    }
    return provider;
  }

  /** The provider's next answers, one a request. A function that returns undefined leaves the request to the next one, and stays. */
  script(name, ...replies) { this.#queued.set(name, [...(this.#queued.get(name) ?? []), ...replies]); }
  /** Bodies of the generation requests that reached the provider, oldest first. */
  bodies(name) { return this.requests(name).map((request) => request.json); }
  requests(name) { return this.#requests.filter((request) => request.name === name && request.method === 'POST' && !/(count_tokens|input_tokens)$/.test(request.path)); }
  counted(name) { return this.#requests.filter((request) => request.name === name && /(count_tokens|input_tokens)$/.test(request.path)); }
  /** How many scripted answers nobody has asked for. */
  left(name) { return (this.#queued.get(name) ?? []).length; }

  /** Forgets everything; throws when the provider has met something that no provider may see. */
  reset() {
    const faults = this.#faults;
    this.#queued.clear(); this.#requests = []; this.#faults = [];
    if (faults.length) throw new Error(faults.join('\n'));
  }
  async stop() { for (const server of this.#servers) { server.closeAllConnections(); await new Promise((done) => server.close(done)); } }

  async #read(name, wire, request, response) {
    const chunks = [];
    response.on('error', () => {});
    try { for await (const chunk of request) chunks.push(chunk); } catch { return; }
    const path = request.url.split('?')[0], body = Buffer.concat(chunks).toString('utf8');
    const seen = { name, wire, method: request.method, path, headers: request.headers, body, json: body ? JSON.parse(body) : undefined };
    this.#requests.push(seen);
    this.#judge(seen);
    try { await this.#answer(seen, response); } catch (fault) { this.#faults.push(`The script of ${name} failed: ${fault.stack}`); response.destroy(); }
  }

  /** What may never reach a provider, whatever the case: the client's key, a carrier, another vendor's search. */
  #judge({ name, wire, method, path, headers, body }) {
    const met = (what) => this.#faults.push(`${name} was sent ${what} (${method} ${path})`);
    if (`${JSON.stringify(headers)}${body}`.includes(CLIENT_KEY)) met("the client's key");
    if (wire !== 'anthropic' && /srvtoolu_|encrypted_index/.test(body)) met("Anthropic's search exchange");
    if (name === 'compatible' && /"(server_tool_use|web_search_tool_result)"/.test(body)) met('a search exchange it did not ask for');
  }

  async #answer(request, response) {
    if (request.method === 'GET') return json(response, 200, { object: 'list', data: [], has_more: false });
    if (/(count_tokens|input_tokens)$/.test(request.path)) return json(response, 200, { input_tokens: 42 });
    const reply = this.#next(request);
    if (reply.json !== undefined) return json(response, reply.status ?? 200, reply.json, reply.headers);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    for (const frame of reply.frames) if (!response.write(frame)) await new Promise((go) => response.once('drain', go).once('close', go));
    if (reply.reset) { await new Promise((later) => setTimeout(later, 50)); return response.socket?.resetAndDestroy(); }
    response.end();
  }

  #next(request) {
    const queue = this.#queued.get(request.name) ?? [];
    for (let at = 0; at < queue.length; at++) {
      const reply = queue[at](request);
      if (reply === undefined) continue;
      if (!queue[at].stays) queue.splice(at, 1);
      return reply;
    }
    return answer(text('nothing was scripted'))(request);
  }
}

/** An answer for the requests that match, as often as they come. */
export function whenever(matches, reply) { return Object.assign((request) => (matches(request) ? reply(request) : undefined), { stays: true }); }

function json(response, status, body, headers = {}) {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers }).end(bytes);
}
