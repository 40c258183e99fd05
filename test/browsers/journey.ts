/** What a person does on the site, from browsing to deleting their own ad. The steps build on each other. */
import { listings, reports } from '../../src/shared/messages/forms.ts'
import { signIn } from '../../src/shared/messages/sign-in.ts'
import { waitForOutboxEmail } from '../support/checks/emails.ts'
import type { Page } from './page.ts'

export type Person = {
  page: Page
  email: string
  /** The site's DATA_DIR, which receives its emails. */
  folder: string
  /** The path of a photo. */
  photo: string
}

const password = 'a blue heron walks at noon'
/** One of the demo's ads. */
const barber = 'Barber chair in my garage studio, fades and beard trims'
const title = 'Piano lessons for beginners'
const newTitle = 'Piano lessons for beginners and returners'

export const steps: Record<string, (person: Person) => Promise<void>> = {
  async browse({ page }) {
    await page.goto('/')
    await page.click('link', 'All categories')
    await page.waitForUrl('/all-categories')
    await page.click('link', 'Beauty & Personal Care Services…')
    await page.click('link', barber)
    await page.waitForUrl('/ad-details/')
    await page.waitForText('South Congress')
  },

  async search({ page }) {
    await page.goto('/')
    await page.fill('Search services and events', 'barbr garage')
    await page.click('button', 'Search')
    await page.waitForUrl('/search?searchtext=barbr')
    await page.waitForText('Results for "barbr garage"')
    await page.click('link', barber)
    await page.waitForUrl('/ad-details/')
  },

  async filter({ page }) {
    await page.goto('/all-services')
    await page.select('Category', 'Beauty & Personal Care Services')
    await page.select('Subcategory', 'Haircuts & Barbering')
    await page.select('Country', 'United States')
    await page.select('State', 'Texas')
    await page.select('City', 'Austin')
    await page.click('button', 'Apply Filter')
    await page.waitForUrl('/all-services?category=Beauty')
    await page.click('link', barber)
    await page.waitForUrl('/ad-details/')
  },

  async report({ page }) {
    await page.click('button', 'Report Spam')
    await page.click('field', 'Scam or fraud')
    await page.fill('Note (optional)', 'They asked me for gift cards.')
    await page.click('button', 'Send report')
    await page.waitForText(reports.service.done)
  },

  async 'sign up'({ page, email }) {
    await page.goto('/signup')
    await page.fill('Name', 'Ada Park')
    await page.fill('Email', email)
    await page.fill('Password', password)
    await page.click('field', 'I agree to the Privacy Policy')
    await page.click('button', 'Sign Up')
    await page.waitForText('Check your inbox')
    await page.waitForText(email)
  },

  async verify({ page, email, folder }) {
    const { links } = await waitForOutboxEmail(folder, email)
    await page.goto(links[0] ?? '')
    await page.click('button', 'Confirm my email')
    await page.waitForText(signIn.doneNew)
    await page.goto('/profile')
    await page.waitForText(email)
  },

  async 'post with a picture'({ page, photo }) {
    await page.goto('/post-services')
    await page.attach('Images', photo)
    await page.fill('Title', title)
    await page.select('Category', 'Music & Performing Arts')
    await page.select('Subcategory', 'Piano Lessons')
    await page.fill('Price', '42.50')
    await page.fill('Description', 'Patient lessons for children and adults, at your home or mine.')
    await page.select('Country', 'United States')
    await page.select('State', 'Texas')
    await page.select('City', 'Austin')
    await page.waitForPhoto()
    await page.click('button', 'Post Service')
    await page.waitForText('Your service is live')
    await page.click('link', 'View ad')
    await page.waitForUrl('/ad-details/')
    await page.waitForText('$42.50')
    await page.waitForPhoto()
  },

  async edit({ page }) {
    await page.goto('/my-services')
    await page.click('link', `Edit ${title}`)
    await page.waitForUrl('/service-update/')
    await page.fill('Title', newTitle)
    await page.fill('Price', '45')
    await page.click('button', 'Update Service')
    await page.waitForText(listings.service.updated)
    await page.goto('/my-services')
    await page.click('link', `View ${newTitle}`)
    await page.waitForText('$45')
    await page.waitForPhoto()
  },

  async delete({ page }) {
    await page.goto('/my-services')
    await page.click('button', `Delete ${newTitle}`)
    await page.click('button', 'Yes, delete it!')
    await page.waitForText('Deleted!')
    await page.goto('/my-services')
    await page.waitForText(listings.service.none)
  },
}
