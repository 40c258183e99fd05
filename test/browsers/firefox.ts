/** Firefox, driven over WebDriver BiDi. */
import { type ElementHandle, launch } from 'puppeteer-core'
import type { Action, Driver } from './driver.ts'
import { findElement, findOption, selectText } from './find-element.ts'

/** Runs without a display. */
export async function startFirefox(): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '',
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
  })
  const page = await browser.newPage()
  return {
    goto: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    evaluate: (script) => page.evaluate(script),
    async act(target, action) {
      // What `findElement` returns; the library's types only know that it is a node.
      const element = (
        await page.evaluateHandle(findElement, target)
      ).asElement() as ElementHandle<HTMLElement> | null
      return element !== null && act(element, action)
    },
    close: () => browser.close(),
  }
}

async function act(element: ElementHandle<HTMLElement>, action: Action): Promise<boolean> {
  if (action.do === 'select') {
    const option = (await element.evaluateHandle(findOption, action.option)).asElement()
    if (option)
      await element.select(
        await option.evaluate((node) => (node instanceof HTMLOptionElement ? node.value : '')),
      )
    return option !== null
  }
  if (action.do === 'click') await element.click()
  else if (action.do === 'attach') await (element as ElementHandle<HTMLInputElement>).uploadFile(action.file)
  else {
    await element.evaluate(selectText)
    await element.type(action.text)
  }
  return true
}
