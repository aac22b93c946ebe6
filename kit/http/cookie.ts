/** The value of a cookie that a browser sent; the first where a name repeats. */
export function readCookie(request: Request, name: string): string | undefined {
  const cookies = request.headers.get('cookie')
  if (!cookies) return undefined
  for (const cookie of cookies.split(';')) {
    const text = cookie.trim()
    if (text.startsWith(`${name}=`)) return text.slice(name.length + 1)
  }
  return undefined
}
