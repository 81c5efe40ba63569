/** All spellings of the local host in a URL. */
export const localHosts: string[] = [
  '127.0.0.1 127.1 127.0.0.1. 2130706433 0x7f.1 0x7f000001 0177.0.0.1 017700000001 0.0.0.0 0',
  '１２７.０.０.１ 127。0。0。1 %31%32%37.1 localhost LOCALHOST',
  '[::1] [::] [::ffff:7f00:1] [::ffff:127.0.0.1] [0:0:0:0:0:ffff:7f00:0001] [64:ff9b::7f00:1]',
].flatMap((line) => line.split(' '));
