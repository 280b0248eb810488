import { expect, it } from 'vitest'
import { ipBlock } from './ip-block.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%br-lan', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  // Some proxies add the port.
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8:1:2::5]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
  ['203.0.113.7:x', 'unknown'],
  ['203.0.113.07', 'unknown'],
  ['localhost', 'unknown'],
  ['', 'unknown'],
])('counts %s as %s', (address, block) => {
  expect(ipBlock(address)).toBe(block)
})

it('counts larger networks as one', () => {
  expect(ipBlock('2001:db8:1:2::5', 48)).toBe('2001:db8:1::/48')
  expect(ipBlock('203.0.113.7', 48)).toBe('203.0.113.7')
})
