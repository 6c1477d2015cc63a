import { describe, expect, test } from 'vitest'
import { readArticle } from './read-article.ts'

const PROSE = `<p>${'The harbour of Almina opened its third quay in March, and the port office counted the ships. '.repeat(4)}</p>`

/** Reads an article that ends with these paragraphs, and returns its text after the first two. */
async function lastOf(paragraphs: string, head = ''): Promise<string | undefined> {
  const bytes = Buffer.from(`<head>${head}</head><h1>The quay</h1><article>${PROSE.repeat(2)}${paragraphs}</article>`)
  const article = await readArticle({ bytes, contentType: 'text/html; charset=utf-8', url: 'https://news.example/a' })
  return article.content.split('\n\n').slice(2).join('\n\n')
}

describe('deleted text', () => {
  test.for([
    ['<del>38 million</del> <ins>44 million</ins>', 'It cost 44 million dinars then.'],
    ['<del datetime="2026-01-01">38</del><ins>44</ins> million', 'It cost 44 million dinars then.'],
    ['<s>900</s> 750', 'It cost 750 dinars then.'],
    ['<strike>900</strike> 750', 'It cost 750 dinars then.'],
    ['<span style="color:red; text-decoration: line-through">900</span> 750', 'It cost 750 dinars then.'],
    ['<span style="text-decoration-line:line-through">900</span> 750', 'It cost 750 dinars then.'],
    ['<span style="text-decoration: red line-through 2px">900</span> 750', 'It cost 750 dinars then.'],
    ['<span role="deletion">900</span> 750', 'It cost 750 dinars then.'],
    ['<b class="old-price">900</b> 750', 'It cost 750 dinars then.'],
    ['<span class="text-decoration-line-through">900</span> 750', 'It cost 750 dinars then.'],
    ['<span class="sale"><b class="first">900</b></span> 750', 'It cost 750 dinars then.'],
    ['<span class="sale"><b class="second">900</b></span> 750', 'It cost 750 dinars then.'],
    ['<span class="sale"><b class="third">900</b></span> 750', 'It cost 900 750 dinars then.'],
    ['<span style="text-decoration: underline">900</span>', 'It cost 900 dinars then.'],
    ['<span class="price"><b class="before">900</b> <b>750</b></span>', 'It cost 750 dinars then.'],
    ['<b class="before">900</b>', 'It cost 900 dinars then.'],
    ['<i class="crossed">900</i> 750', 'It cost 750 dinars then.'],
    ['<b class="crossed">900</b>', 'It cost 900 dinars then.'],
    ['<i class="on-screen">900</i> 750', 'It cost 750 dinars then.'],
    ['<i class="on-paper">900</i>', 'It cost 900 dinars then.'],
    ['<span class="offer"><i>900</i> <i>750</i></span>', 'It cost 750 dinars then.'],
    ['<span class="price"><i>900</i> 750</span>', 'It cost 750 dinars then.'],
    ['9\u03360\u03360\u0336 750', 'It cost 750 dinars then.'],
    ['n\u0335i\u0335n\u0335e\u0335 \u0335h\u0335 750', 'It cost 750 dinars then.'],
    ['9\u0336 7', 'It cost 7 dinars then.'],
    ['the vowel \u0289 or u\u0335', 'It cost the vowel ʉ or u̵ dinars then.'],
    ['≠ 2', 'It cost ≠ 2 dinars then.'],
    ['was <b>900</b>, now 750', 'It cost was 900, now 750 dinars then.'],
  ])('omits the deleted text of the HTML %s', async ([price, right]) => {
    const style = `<style>.old-price, .was { text-decoration: line-through }
      .price .before, article p > i.crossed { text-decoration-line: line-through }
      .offer i:first-child { text-decoration: line-through }
      .price i { text-decoration: red line-through } .before { text-decoration: none }
      @media screen { .on-screen { text-decoration: line-through } }
      :is(.offer, .sale) .first { -webkit-text-decoration: line-through }
      .sale { color: red; @media screen { & > .second { text-decoration: line-through } } .third { color: blue } }
      @media print { .on-paper { text-decoration: line-through } }</style>`
    expect(await lastOf(`<p>It cost ${price} dinars then.</p>`, style)).toBe(right)
  })

  test('does not read deleted paragraphs and list items', async () => {
    const list = '<ol><li>Ships come first of all.</li><li><s>Boats wait.</s></li></ol>'
    expect(await lastOf(`<del><p>The quay is closed.</p></del>${list}<p>The quay is open to all ships.</p>`)).toBe(
      '1. Ships come first of all.\n\nThe quay is open to all ships.',
    )
  })

  test('reads the rest of a page after an unclosed deletion element', async () => {
    expect(await lastOf('<p>It cost <s>900 dinars a night then.</p><p>It is open all night.</p>')).toBe(
      'It cost 900 dinars a night then.\n\nIt is open all night.',
    )
  })

  test('reads an article that is completely struck out', async () => {
    const bytes = Buffer.from(`<h1>The quay</h1><article><s>${PROSE.repeat(3)}</s></article>`)
    const article = await readArticle({ bytes, contentType: 'text/html', url: 'https://news.example/a' })
    expect(article.content).toContain('third quay')
  })
})

describe('initial letters', () => {
  test.for<[string, string]>([
    ['<p><span class="dropcap">T</span>he ships came.</p>', 'The ships came.'],
    ['<p><span class="dropcap">T</span>\n  he ships came.</p>', 'The ships came.'],
    ['<p><span style="float:left;font-size:3em">T</span> he ships came.</p>', 'The ships came.'],
    ['<div class="drop-cap">T</div><p>he ships came.</p>', 'The ships came.'],
    ['<div class="first"><div class="dropcap"><b>T</b></div></div><p>he ships came.</p>', 'The ships came.'],
    ['<p><span class="dropcap">“T</span> he ships came.”</p>', '“The ships came.”'],
    ['<p><span class="dropcap">A</span> ship came.</p>', 'A ship came.'],
    ['<p><span class="dropcap">A</span>fter the ships came.</p>', 'After the ships came.'],
    ['<div class="dropcap">A</div><p>fter noon the ships came.</p>', 'After noon the ships came.'],
    ['<div class="dropcap">A</div><p>lmina saw the ships.</p>', 'Almina saw the ships.'],
    ['<div class="dropcap">A</div><p>harbour sees the ships.</p>', 'A harbour sees the ships.'],
    ['<div class="dropcap">I</div><p>n 2026 the ships came.</p>', 'In 2026 the ships came.'],
    ['<p><span class="big">T</span> he ships came.</p>', 'The ships came.'],
    ['<p><img class="dropcap" src="t.png" alt="T">he ships came.</p>', 'The ships came.'],
    ['<table align="left"><tr><td><font size="7">T</font></td></tr></table><p>he ships came.</p>', 'The ships came.'],
    ['<p><font size="7">T</font> he ships came.</p>', 'The ships came.'],
    ['<p><b><font size="+3" color="red">T</font></b>he ships came.</p>', 'The ships came.'],
    ['<p><big>T</big> he ships came.</p>', 'The ships came.'],
    ['<p><big><big>T</big></big>\nhe ships came.</p>', 'The ships came.'],
    ['<p><span style="font-size:3em">T</span> he ships came.</p>', 'The ships came.'],
    ['<p><span style="font-size: 48px; color: red">T</span> he ships came.</p>', 'The ships came.'],
    ['<p><span style="font: bold 3em serif">T</span> he ships came.</p>', 'The ships came.'],
    ['<p><span class="large">T</span> he ships came.</p>', 'The ships came.'],
    ['<p><span class="wide">T</span> he ships came.</p>', 'The ships came.'],
    ['<p><span style="font-size:300%">و</span> صلت السفن إلى الميناء.</p>', 'وصلت السفن إلى الميناء.'],
    ['<p><big>A</big> ship came.</p>', 'A ship came.'],
    ['<p>Quay <big>B</big> opens at night.</p>', 'Quay B opens at night.'],
    ['<p><big>B</big> Quay opens at night.</p>', 'B Quay opens at night.'],
    ['<p><font size="5">The ships came.</font> <i>All of them.</i></p>', 'The ships came. All of them.'],
    ['<p><font size="2">B</font> opens at night.</p>', 'B opens at night.'],
    ['<div class="dropcap">A</div><p>bandoned ships came.</p>', 'Abandoned ships came.'],
    ['<div class="dropcap">A</div><p>irlines came.</p>', 'Airlines came.'],
    ['<div class="dropcap">I</div><p>talian ships came.</p>', 'Italian ships came.'],
    ['<div class="dropcap">A</div><p>European ship came.</p>', 'A European ship came.'],
    ['<div class="dropcap">A</div><p>one-masted ship came.</p>', 'A one-masted ship came.'],
    ['<div class="dropcap">A</div><p>broad coalition came.</p>', 'A broad coalition came.'],
    ['<p><span class="dropcap">THE</span> ships came.</p>', 'THE ships came.'],
    ['<p><span class="dropcap">4</span> 12 ships came.</p>', '4 12 ships came.'],
    ['<p><span class="dropcap">و</span>صلت السفن إلى الميناء.</p>', 'وصلت السفن إلى الميناء.'],
    ['<p><span class="dropcap">و</span> صلت السفن إلى الميناء.</p>', 'وصلت السفن إلى الميناء.'],
    ['<p><span class="dropcap">كان</span> الميناء مفتوحًا.</p>', 'كان الميناء مفتوحًا.'],
  ])('reads the large initial letter as part of its word: %s', async ([html, right]) => {
    expect(
      await lastOf(
        html,
        '<style>p > .big { float: left; font-size: 4em } p .large { font-size: 4rem } @media screen { .wide { font-size: 60px } }</style>',
      ),
    ).toBe(right)
  })
})

describe('formulas', () => {
  const math = (inside: string) => `<math xmlns="http://www.w3.org/1998/Math/MathML">${inside}</math>`
  const threeQuarters = '<mfrac><mn>3</mn><mn>4</mn></mfrac>'
  const power = '<msup><mn>10</mn><mn>6</mn></msup>'

  test.for<[string, string]>([
    [`Growth was ${math(threeQuarters)} of it.`, 'Growth was 3/4 of it.'],
    [`Growth was ${math(`<mrow><mn>2</mn>${threeQuarters}</mrow>`)} of it.`, 'Growth was 2 3/4 of it.'],
    [`Growth was 2${math(threeQuarters)} of it.`, 'Growth was 2 3/4 of it.'],
    [`Growth was ${math(`<mn>2</mn><mo>\u2064</mo>${threeQuarters}`)}.`, 'Growth was 2 3/4.'],
    [`It is ${math(power)} tonnes.`, 'It is 10^6 tonnes.'],
    [`It is ${math(`<mstyle><mrow>${power}</mrow></mstyle><mn>5</mn>`)}.`, 'It is 10^6 5.'],
    [`It is ${math('<msup><mn>10</mn><mrow><mo>−</mo><mn>6</mn></mrow></msup>')}.`, 'It is 10^(−6).'],
    [`It is ${math('<msub><mi>x</mi><mn>1</mn></msub><mn>2</mn>')}.`, 'It is x_1 2.'],
    [`It is ${math('<mn>2</mn><mo>\u2062</mo><mn>3</mn>')}.`, 'It is 2·3.'],
    [`It is ${math('<mroot><mn>8</mn><mn>3</mn></mroot>')}.`, 'It is ³√8.'],
    [`It is ${math('<msqrt><mn>2</mn><mo>+</mo><mn>7</mn></msqrt>')}.`, 'It is √(2 + 7).'],
    [
      `It is ${math(`<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow>${threeQuarters}</mfrac>`)}.`,
      'It is (a + 1)/(3/4).',
    ],
    [
      `It is ${math('<mfenced><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac></mfenced>')}.`,
      'It is ((n choose k)).',
    ],
    [`It is ${math('<mi>x</mi><mo>=</mo><mo>−</mo><mn>5</mn>')}.`, 'It is x = −5.'],
    [
      `It is ${math(`<semantics><mrow>${threeQuarters}</mrow><annotation encoding="application/x-tex">\\frac{3}{4}</annotation></semantics>`)}.`,
      'It is 3/4.',
    ],
    [
      `It is <span class="katex"><span class="katex-mathml">${math(threeQuarters)}</span><span class="katex-html" aria-hidden="true"><span class="mord">3</span><span class="mord">4</span></span></span>.`,
      'It is 3/4.',
    ],
    [
      `It is <mjx-container class="MathJax"><mjx-math aria-hidden="true"><mjx-mn>3</mjx-mn><mjx-mn>4</mjx-mn></mjx-math><mjx-assistive-mml>${math(threeQuarters)}</mjx-assistive-mml></mjx-container>.`,
      'It is 3/4.',
    ],
    [
      `It is <span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;">${math(threeQuarters)}</span><img src="/x.svg" aria-hidden="true"></span>.`,
      'It is 3/4.',
    ],
    [
      `It is ${math('<mml:mfrac><mml:mn>3</mml:mn><mml:mn>4</mml:mn></mml:mfrac>').replaceAll('math', 'mml:math')}.`,
      'It is 3/4.',
    ],
    [
      `It is ${math('<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>')}.`,
      'It is ^14_6 C.',
    ],
    [
      `It is ${math('<mmultiscripts><mi>C</mi><none/><none/><mprescripts/><none/><mn>14</mn></mmultiscripts><mn>2</mn>')}.`,
      'It is ¹⁴C 2.',
    ],
    [
      `It is ${math('<mmultiscripts><mi>R</mi><mi>a</mi><mn>2</mn><mi>b</mi><mrow/><mprescripts/><mn>3</mn><mrow/></mmultiscripts>')}.`,
      'It is ₃(R_(a b)^2).',
    ],
    [`It is ${math('<mn>4</mn><menclose notation="updiagonalstrike"><mn>5</mn></menclose><mn>3</mn>')}.`, 'It is 43.'],
    [`It is ${math('<mn>4</mn><menclose notation="circle horizontalstrike"><mn>5</mn></menclose>')}.`, 'It is 4.'],
    [`It is ${math('<menclose notation="box"><mn>5</mn></menclose>')}.`, 'It is 5.'],
    [`It is ${math('<menclose notation="radical"><mn>5</mn></menclose>')}.`, 'It is √5.'],
    ['It is <mfrac><mn>3</mn><mn>4</mn></mfrac>.', 'It is 3/4.'],
    ['It is <mrow><mn>2</mn><mfrac><mn>3</mn><mn>4</mn></mfrac></mrow>5.', 'It is 2 3/4 5.'],
    ['It is 10<msup><mn>2</mn><mn>6</mn></msup>.', 'It is 10 2^6.'],
    [`It is <script type="math/mml">${math(threeQuarters)}</script>.`, 'It is 3/4.'],
    [`It is 2<script type="math/mml" id="a">${math(threeQuarters)}</script> in all.`, 'It is 2 3/4 in all.'],
    [
      `It is <span class="MathJax_Preview">3/4?</span><span class="MathJax" id="MathJax-Element-1-Frame"><nobr><span class="math">34</span></nobr></span><script type="math/mml" id="MathJax-Element-1">${math(threeQuarters)}</script>.`,
      'It is 3/4.',
    ],
    [
      `It is <span class="MathJax" data-mathml="${math(threeQuarters).replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"><nobr aria-hidden="true">34</nobr><span class="MJX_Assistive_MathML" role="presentation">${math(threeQuarters)}</span></span><script type="math/mml">${math(threeQuarters)}</script>.`,
      'It is 3/4.',
    ],
    [
      `It is <span class="MathJax"><nobr aria-hidden="true">34</nobr><span class="MJX_Assistive_MathML" style="position:absolute;clip:rect(1px,1px,1px,1px)">${math(threeQuarters)}</span></span><script type="math/mml">${math(threeQuarters)}</script>.`,
      'It is 3/4.',
    ],
    [
      `It is <script type="math/mml"><script>alert(1)<p>${math(threeQuarters)}</script>.`,
      'It is <script>alert(1)<p>3/4.',
    ],
    [
      `It is <span data-mathml="${math(threeQuarters).replaceAll('"', '&quot;')}">34</span> <b>in all</b>.`,
      'It is 3/4 in all.',
    ],
    ['It is <span data-mathml="x">34</span>.', 'It is 34.'],
    ['It is <script type="math/tex">\\frac{3}{4}</script>.', 'It is 3/4.'],
    ['It is 2<script type="math/tex; mode=display">\\dfrac34</script>.', 'It is 2 3/4.'],
    ['It is <script type="math/tex">3{,}5 \\times 10^{6}</script>.', 'It is 3,5 × 10^6.'],
    ['It is <script type="math/tex">\\sqrt[3]{8} + x_1^2 < 90^\\circ</script>.', 'It is ³√8 + x_1^2 < 90°.'],
    ['It is <script type="math/tex">5\\,\\%\\ \\text{of 412 ships}</script>.', 'It is 5% of 412 ships.'],
    ['It is <script type="math/tex">\\begin{matrix}3&4\\end{matrix}</script> here.', 'It is here.'],
    ['It is <span class="MathJax_Preview">34</span><script type="math/tex">\\tfrac{3}{4}</script>.', 'It is 3/4.'],
    ['It is <img class="latex" src="/latex.php" alt="\\frac{3}{4}">.', 'It is 3/4.'],
    [
      `It is <span style="display:none" class="mwe-math-mathml-a11y">${math(threeQuarters)}</span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle {\\frac {3}{4}}}">.`,
      'It is 3/4.',
    ],
  ])('reads the formula on one line: %s', async ([html, right]) => {
    expect(await lastOf(`<p>${html}</p>`)).toBe(right)
  })

  test.for<[string, string]>([
    ['10<sup>6</sup> tonnes', '10⁶ tonnes'],
    ['10<sup>−6</sup> tonnes', '10⁻⁶ tonnes'],
    ['10<sup><i>6</i></sup> tonnes', '10⁶ tonnes'],
    ['10<span style="vertical-align: super; font-size: 60%">6</span> tonnes', '10⁶ tonnes'],
    ['10<sup>6.5</sup> tonnes', '10^6.5 tonnes'],
    ['١٠<sup>٦</sup> أطنان', '١٠⁶ أطنان'],
    ['412<sup>1</sup> ships', '412¹ ships'],
    ['412<sup>1,2</sup> ships', '412 ships'],
    ['412<sup>1)</sup> ships', '412 ships'],
    ['412<sup id="fnref:1"><a href="/a#fn:1">1</a></sup> ships', '412 ships'],
    ['412<sup class="footnote">1</sup> ships', '412 ships'],
    ['412<a href="#fn1"><sup>1</sup></a> ships', '412 ships'],
    ['412<a class="footnote-ref" href="https://news.example/a#fn1"><sup>1</sup></a> ships', '412 ships'],
    ['10<sup>n</sup> ships', '10^n ships'],
    ['the 1<sup>st</sup> ship', 'the 1st ship'],
    ['CO<sub>2</sub> and H<sub>2</sub>O', 'CO2 and H2O'],
    ['101<sub>2</sub> or log<sub>2</sub>8', '101₂ or log₂8'],
    ['$12<sup>99</sup> a night', '$12.99 a night'],
    ['<span>$</span><span>12</span><sup>99</sup> a night', '$12.99 a night'],
    ['$12<sup>.99</sup> a night', '$12.99 a night'],
    ['<sup>3</sup>/<sub>4</sub> of it', '3/4 of it'],
    ['2<sup>3</sup>/<sub>4</sub> hours', '2 3/4 hours'],
    ['2<sup>3</sup>&frasl;<sub>4</sub> hours', '2 3⁄4 hours'],
    ['2<span class="frac"><span class="num">3</span>&frasl;<span class="den">4</span></span> hours', '2 3⁄4 hours'],
    [
      '<span class="sfrac"><span class="tion"><span class="num">3</span><span class="sr-only">/</span><span class="den">4</span></span></span> of it',
      '3/4 of it',
    ],
    ['3&frac12; hours', '3½ hours'],
  ])('reads raised and lowered text without changing a number: %s', async ([html, right]) => {
    expect(await lastOf(`<p>There are ${html} in all.</p>`)).toBe(`There are ${right} in all.`)
  })
})
