import ipaddr from 'ipaddr.js';

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

// Private ranges, allowed by a setting; other special ranges are never called.
const privateRanges = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

/** Whether an IP address may be called. An IPv6 address that embeds an IPv4 address is treated as that. */
export function mayCall(text: string, allowsPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = embeddedAddressOf(ipaddr.parse(text));
  const range = address.range();
  return range === 'unicast' || (allowsPrivate && privateRanges.has(range));
}

// Embedded IPv4 address: mapped (::ffff:7f00:1), translated (64:ff9b::7f00:1) or compatible (::127.0.0.1).
function embeddedAddressOf(address: IpAddress): IpAddress {
  if (address.kind() === 'ipv4') return address;
  const { parts } = address as ipaddr.IPv6;
  const isMapped = (address as ipaddr.IPv6).isIPv4MappedAddress();
  const isTranslated = parts[0] === 0x64 && parts[1] === 0xff9b && parts.slice(2, 6).every((part) => part === 0);
  const isCompatible = parts.slice(0, 6).every((part) => part === 0) && parts[6] !== 0;
  if (!isMapped && !isTranslated && !isCompatible) return address;
  const [high, low] = [parts[6]!, parts[7]!];
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}
