import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

// What leads to the network of the server itself. An owner may allow it; whatever else is special, never.
const inside = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

/** Whether an address may be called. What carries another address inside itself is judged by that one. */
export function mayCall(text: string, allowsPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = carriedIn(ipaddr.parse(text));
  const range = address.range();
  return range === 'unicast' || (allowsPrivate && inside.has(range));
}

// An IPv4 address that is mapped (::ffff:7f00:1), translated (64:ff9b::7f00:1) or written the old way (::127.0.0.1).
function carriedIn(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const { parts } = address as ipaddr.IPv6;
  const isMapped = (address as ipaddr.IPv6).isIPv4MappedAddress();
  const isTranslated = parts[0] === 0x64 && parts[1] === 0xff9b && parts.slice(2, 6).every((part) => part === 0);
  const isOld = parts.slice(0, 6).every((part) => part === 0) && parts[6] !== 0;
  if (!isMapped && !isTranslated && !isOld) return address;
  const [high, low] = [parts[6]!, parts[7]!];
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}
