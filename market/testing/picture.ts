/** A photo as a phone makes it: with the place it was taken written into it. */
export async function aPicture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
    <rect width="900" height="1200" fill="#8d7a5f"/><rect x="140" y="130" width="620" height="900" fill="#22577a"/>
    <rect x="200" y="260" width="500" height="60" fill="#fff"/><rect x="200" y="360" width="320" height="36" fill="#c7f9cc"/></svg>`
  return sharp(Buffer.from(drawing))
    .withExif({
      IFD0: { Copyright: 'GPS of my room' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer()
}
