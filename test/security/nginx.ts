/** nginx in front of a site, as many operators run it. Tests that need it are skipped where it is not installed. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { freePort } from '../../src/server/platform/free-port.ts'
import { waitFor } from '../support/checks/emails.ts'
import { createBrowser } from './browser.ts'

const program = process.env.NGINX_PATH ?? '/usr/sbin/nginx'
export const hasNginx = existsSync(program)

export type Nginx = {
  port: number
  /** Returns the URL of every request that nginx has seen, in order. */
  seen: () => Promise<string[]>
}

/**
 * Starts nginx in front of the site's port, with one connection to it that all clients share. `cached` stores whatever a
 * response allows. Stops with the test file.
 */
export async function startNginx(sitePort: number, { cached = false } = {}): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-nginx-'))
  const port = await freePort()
  const log = join(folder, 'access.log')
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http {
      log_format url '$request_uri'; access_log ${log} url;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      proxy_cache_path ${folder}/cache keys_zone=site:1m;
      upstream site { server 127.0.0.1:${sitePort}; keepalive 1; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://site; proxy_http_version 1.1; proxy_set_header connection '';
          proxy_set_header host $http_host; ${cached ? 'proxy_cache site;' : ''}
        }
      }
    }`,
  )
  const nginx = spawn(program, ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  })
  afterAll(async () => {
    nginx.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  await waitFor('nginx', () =>
    createBrowser(port)
      .get('/healthz')
      .then(
        ({ status }) => status === 200 || undefined,
        () => undefined,
      ),
  )
  return { port, seen: async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean) }
}
