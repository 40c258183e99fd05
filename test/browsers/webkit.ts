/** WebKitGTK, driven over WebDriver: its MiniBrowser on a virtual display. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../src/server/platform/free-port.ts'
import { waitFor } from '../support/checks/emails.ts'
import type { Action, Driver } from './driver.ts'
import { findElement, findOption, selectText } from './find-element.ts'

const { WEBKIT_DRIVER_PATH = '', MINIBROWSER_PATH = '', XVFB_PATH = '' } = process.env

export async function startWebKit(): Promise<Driver> {
  const display = await startDisplay()
  const port = await freePort()
  const server = spawn(WEBKIT_DRIVER_PATH, [`--port=${port}`], {
    stdio: 'ignore',
    // Without a GPU.
    env: {
      ...process.env,
      DISPLAY: display.name,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  })
  const browser = await connect(port)
  await browser.manage().window().setRect({ width: 1440, height: 1000 })
  return {
    goto: (url) => browser.get(url),
    url: () => browser.getCurrentUrl(),
    evaluate: (script) => browser.executeScript(script),
    async act(target, action) {
      const element = await browser.executeScript<WebElement | null>(findElement, target)
      return element !== null && act(browser, element, action)
    },
    async close() {
      await browser.quit()
      await stop(server)
      await stop(display.process)
    },
  }
}

/** Starts a virtual display. Xvfb picks a free number and writes it to file descriptor 3. */
async function startDisplay() {
  const xvfb = spawn(XVFB_PATH, ['-displayfd', '3', '-screen', '0', '1440x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(xvfb.stdio[3] ?? xvfb, 'data')
  return { process: xvfb, name: `:${String(number).trim()}` }
}

/** Waits until WebKitWebDriver accepts connections. */
const connect = (port: number): Promise<WebDriver> =>
  waitFor('WebKitWebDriver', async () => {
    const status = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (!status?.ok) return undefined
    return new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: MINIBROWSER_PATH, args: ['--automation'] },
      })
      .build()
  })

async function act(browser: WebDriver, element: WebElement, action: Action): Promise<boolean> {
  if (action.do === 'select') {
    const option = await browser.executeScript<WebElement | null>(findOption, element, action.option)
    await option?.click()
    return option !== null
  }
  if (action.do === 'click') await element.click()
  else if (action.do === 'attach') await element.sendKeys(action.file)
  else {
    await browser.executeScript(selectText, element)
    await element.sendKeys(action.text)
  }
  return true
}

async function stop(process: ChildProcess) {
  if (process.exitCode !== null || process.signalCode !== null) return
  const exited = once(process, 'exit')
  process.kill()
  await exited
}
