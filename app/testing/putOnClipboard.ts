import type { Page } from 'playwright-core'

/** As Ctrl+V does, which a browser without a window does not allow by itself. */
export async function putOnClipboard(page: Page, text: string): Promise<void> {
  await page.evaluate(pasted => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}
