const { onFilled } = await import('/work/wt-lead/packages/server/bench/filled.mjs')
for (const n of [100000, 3000000]) await onFilled(n, async (e) => console.log(e, n, new Date().toISOString()))
