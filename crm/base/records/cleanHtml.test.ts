import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits/atRest.ts'
import { cleanHtml, readHtml } from './cleanHtml.ts'

/** What a page would do with the text: tags it opens, handlers it sets, addresses it follows. */
function harm(html: string): string[] {
  const tags = html.match(/<[^>]*>?/g) ?? []
  return tags.filter(
    tag =>
      /^<\/?(script|style|svg|math|iframe|object|embed|form|input|button|link|meta|base|template|textarea|xmp|video|audio)\b/i.test(
        tag,
      ) ||
      !/^<\/?\w+( (href|src|alt|title|width|height|colspan|rowspan)="")*( \/)?>$/.test(tag.replace(/"[^"]*"/g, '""')) ||
      /(href|src)="\s*(javascript|data|vbscript|file|blob|\/\/)/i.test(tag.replace(/&[#\w]+;?/g, '')),
  )
}

const ATTACKS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" OnError="alert(1)">',
  '<img/src="x"/onerror="alert(1)">',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<b onmouseover=alert(1)>hover</b>',
  '<a href="javascript:alert(1)">go</a>',
  '<a href="JaVaScRiPt:alert(1)">go</a>',
  '<a href=" &#14; javascript:alert(1)">go</a>',
  '<a href="jav&#x09;ascript:alert(1)">go</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">go</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">go</a>',
  '<a href="vbscript:msgbox(1)">go</a>',
  '<a href="//evil.test">go</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src="javascript:alert(1)">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate attributeName=href values="#a;javascript:alert(1)"/></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<style>body{background:url(javascript:alert(1))}</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<div style="position:fixed;inset:0">over everything</div>',
  '<iframe src="https://evil.test"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe><img src=x onerror=alert(1)></iframe>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<textarea></textarea/><img src=x onerror=alert(1)>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<option>&lt;script&gt;alert(1)&lt;/script&gt;</option>',
  '<template><script>alert(1)</script></template>',
  '<title><img src=x onerror=alert(1)></title>',
  '<noembed><img src=x onerror=alert(1)></noembed><noframes><img src=x onerror=alert(1)></noframes>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
  '<base href="javascript:/a/+alert(1)//"><link rel=stylesheet href="//evil.test"><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<a title="><img src=x onerror=alert(1)>" href="https://example.com">x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<<script>alert(1)//<</script>',
  '<img src=x:x onerror\u0000=alert(1)>',
  '<b id="x" name="y" class="z">names</b>',
]

describe('cleaned HTML', () => {
  test.each(ATTACKS)('is harmless: %s', attack => {
    for (const given of [attack, `<p>before ${attack} after</p>`, `<b>${attack}`, attack + attack]) {
      const html = cleanHtml(given)

      expect(harm(html), html).toEqual([])
      expect(cleanHtml(html)).toBe(html)
    }
  })

  test('is harmless whatever pieces of attacks are put together', () => {
    const pieces = ATTACKS.flatMap(attack => attack.match(/<[^>]*>?|[^<]+/g) ?? [])
    const texts = fc.array(fc.oneof(fc.constantFrom(...pieces, ...'<>"\'/=& -!'), fc.string({ maxLength: 4 })), {
      maxLength: 12,
    })

    fc.assert(
      fc.property(texts, parts => {
        const html = cleanHtml(parts.join(''))
        expect(harm(html), html).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['<p>Plain <b>bold</b> and <i>italic</i><br />next line</p>'],
    ['<ul><li>one</li><li>two</li></ul>'],
    ['<a href="https://example.com/?a=1&amp;b=2" title="Site">site</a> <a href="mailto:a@b.test">mail</a>'],
    ['<img src="https://example.com/a.png" alt="A" />'],
    ['<table><tbody><tr><td colspan="2">cell</td></tr></tbody></table>'],
    ['1 &lt; 2 &amp; 3 &gt; 2'],
    ['Zażółć gęślą jaźń 🎉'],
  ])('keeps what people write: %s', html => {
    expect(cleanHtml(html)).toBe(html)
  })

  test('keeps the text of tags it does not know', () => {
    expect(cleanHtml('<article><font color="red">Red</font> text</article>')).toBe('Red text')
  })
})

describe('reading HTML', () => {
  test.each([
    '',
    '   ',
    '<p></p>',
    '<p>&nbsp; <br></p>',
    '<script>alert(1)</script>',
    '<style>p{}</style>',
  ])('refuses what shows nothing: %j', given => {
    expect(() => readHtml(given, 'content')).toThrow(/content has no text/)
  })

  test('refuses what is too large, by bytes, as given and as cleaned', () => {
    expect(readHtml('a'.repeat(LIMITS.noteBytes), 'content')).toHaveLength(LIMITS.noteBytes)
    expect(() => readHtml('a'.repeat(LIMITS.noteBytes + 1), 'content')).toThrow(
      /content must not be larger than 100000/,
    )
    expect(() => readHtml('ż'.repeat(LIMITS.noteBytes / 2 + 1), 'content')).toThrow(/content must not be larger/)
    expect(() => readHtml('<'.repeat(300) + 'ż'.repeat(49_800), 'content')).toThrow(/content must not be larger/)
  })

  test('refuses more tags than can be cleaned while others wait, side by side and in each other', () => {
    expect(readHtml(`${'<b>'.repeat(400)}deep`, 'content')).toContain('deep')
    expect(() => readHtml(`${'<b>'.repeat(501)}deep`, 'content')).toThrow(/content has more than 10000 tags, or 500/)
    expect(() => readHtml(`${'<br>'.repeat(10_001)}long`, 'content')).toThrow(/content has more than 10000 tags/)
    expect(() => readHtml('<'.repeat(LIMITS.noteBytes / 2), 'content')).toThrow(/content has more than 10000 tags/)
  })
})
