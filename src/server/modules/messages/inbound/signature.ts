/** Removes the signature below someone's text: what follows the standard separator, and the advertisement of a phone. */

/** The separator ends with a space (RFC 3676). Two dashes alone also divide the writer's own text. */
const separator = /^--[ \u00a0\u2007\u202f]+$/
const maxLength = 120
const product =
  /iphone|ipad|ipod|\bmac\b|android|galaxy|samsung|huawei|xiaomi|redmi|pixel|nokia|blackberry|windows|outlook|yahoo|gmx|web\.de|proton ?mail|gmail|\baol\b|mail\.ru|yandex|zoho|qq|smartphone|handy|mobile/i
/** What such a line begins with, in the languages that begin with the verb. */
const begins =
  /^\W*(sent (from|via|with|using)|get outlook|envoy[ée]e? (de|depuis|avec|à)|(obtenez|t[ée]l[ée]charge[rz]) outlook|enviad[oa] (desde|con|do|da|de|a)|obt(ener|enha) |inviat[oa] (da|dal|con)|scarica outlook|(verstuurd|verzonden) (vanaf|met|via|van)|skickat (från|med)|sendt (fra|med)|lähetetty |wysłan[eo] (z|przy|za)|отправлено (с|из|от)|надіслано (з|від)|ode(sláno|slané|slané) z|trimis (de|din)|послано|poslano (z|iz|s)|στάλθηκε|εστάλη|αποστολή|dikirim dari|(đã )?gửi từ|ส่งจาก|发自|發自|寄自|从我的|從我的|أُ?رسل|تم الإرسال|נשלח|gesendet (mit|von|aus)|von mein|diese nachricht wurde)/iu
/** What it ends with, in the others. */
const ends = /(から送信|(发送|發送|傳送|传送)|gönderildi|보냄|भेजा गया|(el)?küldve)\W*$/iu

/** Returns the lines without the signature. */
export function withoutSignature(lines: string[]): string[] {
  const signature = lines.findIndex((line) => separator.test(line))
  return withoutAdvertisement(signature === -1 ? lines : lines.slice(0, signature))
}

export function withoutAdvertisement(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return last >= 0 && isAdvertisement(lines[last] ?? '') ? withoutAdvertisement(lines.slice(0, last)) : lines
}

const isAdvertisement = (line: string) =>
  line.length <= maxLength && product.test(line) && (begins.test(line) || ends.test(line))
